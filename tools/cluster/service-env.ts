/**
 * The environment variables that all services get in addition to their settings. A service does not inherit the
 * environment of this process.
 */
export const serviceEnv = { PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: '/tmp' }
