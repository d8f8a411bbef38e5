import type { IncomingMessage, ServerResponse } from 'node:http'

const statuses = {
  ok: 200,
  invalid: 422,
  expired: 400,
  'signed-out': 401,
  forbidden: 403,
  'too-large': 413,
  'too-many': 429,
  broken: 500,
} as const

export type ReplyOutcome = keyof typeof statuses

export type RequestAndResponse = { request: IncomingMessage; response: ServerResponse }

export function sendPage({ request, response }: RequestAndResponse, outcome: ReplyOutcome, page: string): void {
  response.writeHead(statuses[outcome], {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
  })
  response.end(request.method === 'HEAD' ? undefined : page)
}

export function sendJson({ response }: RequestAndResponse, outcome: ReplyOutcome, body: object): void {
  response.writeHead(statuses[outcome], { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  response.end(JSON.stringify(body))
}

/** Sends a stylesheet, script or font. The content is the same for every page, and browsers cache it for an hour. */
export function sendAsset({ response }: RequestAndResponse, contentType: string, content: string | Buffer): void {
  response.writeHead(statuses.ok, { 'Content-Type': contentType, 'Cache-Control': 'public, max-age=3600' })
  response.end(content)
}

/** Redirects the browser with a GET. */
export function sendRedirect({ response }: RequestAndResponse, location: string): void {
  response.writeHead(303, { Location: location, 'Cache-Control': 'no-store' })
  response.end()
}

/**
 * Sets the headers that every answer of the provider has. The portal is an allowed form target, because browsers also
 * apply `form-action` to the redirects after a form.
 */
export function setSecurityHeaders(response: ServerResponse, portalOrigin: string): void {
  const policy = [
    `default-src 'none'`,
    `style-src 'self'`,
    `script-src 'self'`,
    `font-src 'self'`,
    `img-src data:`,
    `form-action 'self' ${portalOrigin}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ]
  response.setHeader('Content-Security-Policy', policy.join('; '))
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('X-Frame-Options', 'DENY')
  // Sends an `Origin` that `readPostedForm` can check. With the policy `no-referrer`, browsers would send `Origin:
  // null`.
  response.setHeader('Referrer-Policy', 'same-origin')
}
