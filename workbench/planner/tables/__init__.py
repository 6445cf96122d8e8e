"""Questions over tables, read without a model: words bound to columns, values and operators."""
