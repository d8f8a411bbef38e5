/** Whether `path` matches `pattern`, in which a segment with a leading colon matches any segment. */
export function matchesPathPattern(pattern: string, path: string): boolean {
  const parts = segmentsOf(pattern)
  const segments = segmentsOf(path)
  return (
    parts.length === segments.length && parts.every((part, index) => part.startsWith(':') || part === segments[index])
  )
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}
