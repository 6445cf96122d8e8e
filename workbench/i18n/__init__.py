"""Interface languages: message catalogues, plural forms and localized errors."""
