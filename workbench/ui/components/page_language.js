// Names the language of the page, by which it is read aloud and hyphenated. Draws nothing.

export default function ({ data }) {
  document.documentElement.lang = data.language
}
