// Hooks of Dredd. By its path, each call gets the token of the client or of the grant. Dredd loads hooks as CommonJS.
const hooks = require('hooks')

const ofClient = /\/partner\/1\/(?:endpoints|deliveries|sandbox|events\?all=true)/u

hooks.beforeEach((transaction, done) => {
  const { request, expected } = transaction
  const token = ofClient.test(request.uri) ? process.env.TOKEN_OF_CLIENT : process.env.TOKEN_OF_GRANT
  request.headers.Authorization = `Bearer ${token}`
  // Skips the refusals of the description: each would need an invalid request.
  transaction.skip = !String(expected.statusCode).startsWith('2')
  // Dredd compares the media type with its parameters, which a description leaves out.
  if (expected.headers['Content-Type']) expected.headers['Content-Type'] += '; charset=utf-8'
  done()
})
