"""Write a run as a report, a workbook, a notebook or a bundle that proves itself."""
