import { workerMeta, workerPolicy } from '#contract/service-worker.ts'

/** Registers the portal's service worker, where there is one and the browser knows what that is. */
export async function registerWorker(page: Pick<Document, 'querySelector'>): Promise<'registered' | 'none'> {
  const path = page.querySelector(`meta[name="${workerMeta}"]`)?.getAttribute('content')
  if (!path || !('serviceWorker' in navigator)) return 'none'
  const policy = window.trustedTypes?.createPolicy(workerPolicy, {
    createScriptURL: (url) => (url === path ? url : null),
  })
  await navigator.serviceWorker.register(policy?.createScriptURL(path) ?? path, { updateViaCache: 'none' })
  return 'registered'
}
