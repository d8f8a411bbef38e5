// Whether the process of this container is ready, for its health check: exit code 0 when it is. It asks where the metrics are.
const port = Number(process.env['METRICS_PORT'] || Number(process.env['PORT'] || 8080) + 4)
const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) }).then(
  ({ ok }) => ok,
  () => false,
)
process.exitCode = isReady ? 0 : 1
