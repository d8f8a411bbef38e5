/** The environment that all services get in addition to their settings, instead of the environment of this process. */
export const serviceEnv = { PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: '/tmp' }
