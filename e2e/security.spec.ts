import { captureAccessToken } from './capture-access-token.ts'
import { expect, test } from './fixtures.ts'

test('the content security policy stops an injected script', async ({ page }) => {
  await page.route('**/error', async (route) => {
    const response = await route.fetch()
    const smuggled = ['window.smuggled = true</script>', '</script><script src="data:text/javascript,smuggled=true">']
    return route.fulfill({ response, body: (await response.text()).replace('</body>', `<script>${smuggled.join('')}`) })
  })
  await page.goto('/error')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => 'smuggled' in window)).toBe(false)
})

test('no text becomes markup or a script', async ({ page }) => {
  await page.goto('/error')
  const refused = await page.evaluate(() => {
    const attempts: (() => unknown)[] = [
      () => (document.body.innerHTML = '<p>smuggled</p>'),
      () => document.body.insertAdjacentHTML('beforeend', '<p>smuggled</p>'),
      () => (document.createElement('script').textContent = 'window.smuggled = true'),
      () => (document.createElement('script').src = 'data:text/javascript,window.smuggled = true'),
      () => window.trustedTypes?.createPolicy('default', { createHTML: (html) => html }),
    ]
    return attempts.map((attempt) => {
      try {
        return String(attempt())
      } catch (error) {
        return (error as Error).name
      }
    })
  })
  expect(refused).toEqual(refused.map(() => 'TypeError'))
})

test.describe('a page of another site', () => {
  const foreign = 'http://other.example/'

  test('cannot frame the portal', async ({ page, baseURL }) => {
    await page.route(foreign, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe title="portal" src="${baseURL}/error"></iframe>` }),
    )
    await page.goto(foreign)
    const framed = () => page.frames().at(-1)
    await expect.poll(() => framed()?.url()).toBe('chrome-error://chromewebdata/')
    await expect(page.frameLocator('iframe').getByRole('heading')).toHaveCount(0)
  })

  test('cannot access a portal window that it opened, nor send it messages', async ({ page, baseURL }) => {
    await page.route(foreign, (route) => route.fulfill({ contentType: 'text/html', body: '<title>other</title>' }))
    await page.goto(foreign)
    const opened = page.waitForEvent('popup')
    const handle = await page.evaluateHandle((url) => window.open(url), `${baseURL}/error`)
    await expect((await opened).getByRole('heading', { level: 1 })).toBeVisible()
    expect(await handle.evaluate((other) => other?.closed)).toBe(true)
  })

  test('cannot use the session of a visitor', async ({ page, signIn, baseURL }) => {
    await signIn(page, 'owner')
    await page.route(foreign, (route) => route.fulfill({ contentType: 'text/html', body: '<title>other</title>' }))
    await page.goto(foreign)
    const outcome = await page.evaluate(
      async (url) =>
        fetch(url, { method: 'POST', credentials: 'include' }).then(
          () => 'answered',
          () => 'refused',
        ),
      `${baseURL}/auth/token`,
    )
    expect(outcome).toBe('refused')
    await page.goto('/appliances')
    await expect(page.getByRole('article')).toHaveCount(3)
  })
})

test('every answer has the security headers', async ({ request }) => {
  for (const path of ['/', '/no-such-page', '/api/2/connections', '/auth/login', '/api/2/openapi.json']) {
    const headers = (await request.get(path, { maxRedirects: 0 })).headers()
    const policy = headers['content-security-policy'] ?? ''
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect(policy, path).toContain(part)
    }
    expect(policy, path).not.toContain('unsafe')
    expect(maxAgeOf(headers['strict-transport-security']), path).toBeGreaterThanOrEqual(31_536_000)
    expect(headers['strict-transport-security'], path).toContain('includeSubDomains')
    expect(headers, path).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
    expect(headers, path).not.toHaveProperty('x-powered-by')
    expect(headers, path).not.toHaveProperty('server')
  }
})

function maxAgeOf(header = ''): number {
  return Number(/max-age=(\d+)/u.exec(header)?.[1] ?? 0)
}

test('another origin cannot read any answer of the API', async ({ request }) => {
  const answer = await request.get('/api/2/openapi.json', { headers: { origin: 'https://other.example' } })
  expect(answer.headers()).not.toHaveProperty('access-control-allow-origin')
})

test('forged forwarded headers change nothing', async ({ request, baseURL }) => {
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.9.8.7' }
  const { location = '' } = (await request.get('/auth/login', { maxRedirects: 0, headers })).headers()
  expect(new URL(location).searchParams.get('redirect_uri')).toBe(`${baseURL}/auth/callback`)
})

test('unusual methods are refused', async ({ request }) => {
  for (const method of ['TRACE', 'PUT', 'PROPFIND']) {
    const answer = await request.fetch('/appliances', { method })
    expect([400, 404, 405, 501], method).toContain(answer.status())
  }
})

test('internal files are not served', async ({ request, page }) => {
  for (const path of ['/.git/config', '/.env', '/metrics', '/package.json', '/assets/../package.json']) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(404)
    expect(await answer.text(), path).not.toMatch(/\[core\]|process_cpu|"dependencies"/u)
  }
  const scripts: string[] = []
  page.on('request', (sent) => sent.resourceType() === 'script' && scripts.push(sent.url()))
  await page.goto('/error')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const script of scripts) {
    expect(await (await request.get(script)).text()).not.toContain('sourceMappingURL')
    expect((await request.get(`${script}.map`)).status()).toBe(404)
  }
})

test('a refusal shows no stack trace', async ({ request }) => {
  for (const path of [
    '/api/2/connections',
    '/api/2/no-such-thing',
    '/api/2/connections/%00',
    '/auth/callback?state=%00',
  ]) {
    const text = await (await request.get(path)).text()
    expect(text, path).not.toMatch(/\bat .*:\d+:\d+|node_modules|select |Error:/u)
  }
})

test('log entries of a broken page contain no token and no cookie value', async ({ page, signIn }) => {
  const accessToken = await captureAccessToken(page)
  await signIn(page, 'owner')
  await page.goto('/appliances')
  await expect(page.getByRole('article')).toHaveCount(3)
  const logged = page.waitForRequest('**/api/2/logger')
  await page.evaluate((token) => {
    document.cookie = 'harmless=secret-value'
    setTimeout(() => {
      throw new Error(`broken with Bearer ${token}`)
    })
  }, accessToken())
  const body = (await logged).postData() ?? ''
  expect(body).toContain('broken with')
  expect(body).not.toContain(accessToken())
  expect(body).not.toContain('secret-value')
})
