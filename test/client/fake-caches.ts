/** Creates a fake of the browser's CacheStorage with the functions that the service worker uses. */
export function createFakeCaches() {
  const kept = new Map<string, Map<string, Response>>()
  return {
    kept,
    has: async (name: string) => kept.has(name),
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => {
      const cache = kept.get(name) ?? new Map<string, Response>()
      kept.set(name, cache)
      return {
        match: async (url: string) => cache.get(url)?.clone(),
        put: async (url: string, response: Response) => {
          await Promise.resolve()
          cache.set(url, response)
        },
      }
    },
  }
}
