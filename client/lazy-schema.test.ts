import { zodResolver } from '@hookform/resolvers/zod'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { lazySchema } from './lazy-schema.ts'

const boiler = lazySchema(() => z.object({ kind: z.literal('boiler'), name: lazySchema(() => z.string()) }))
const pump = lazySchema(() => z.object({ kind: z.literal('pump'), serial: z.string().check(z.minLength(2)) }))

test('a schema is created at its first use, once', () => {
  const make = vi.fn(() => z.object({ name: z.string() }))
  const schema = lazySchema(make)
  const list = z.object({ items: z.array(schema) })
  expect(make).not.toHaveBeenCalled()
  expect(list.parse({ items: [{ name: 'a' }, { name: 'b' }] })).toEqual({ items: [{ name: 'a' }, { name: 'b' }] })
  expect(schema.safeParse({ name: 1 }).success).toBe(false)
  expect(make).toHaveBeenCalledTimes(1)
})

test('it works as part of other schemas', () => {
  const either = z.discriminatedUnion('kind', [boiler, pump])
  expect(either.parse({ kind: 'pump', serial: '77' })).toEqual({ kind: 'pump', serial: '77' })
  expect(either.safeParse({ kind: 'pump', serial: '7' }).error?.issues).toMatchObject([{ path: ['serial'] }])
  expect(z.nullable(boiler).parse(null)).toBeNull()
  expect(z.object({ one: z.optional(boiler) }).parse({})).toEqual({})
  expect(z.extend(boiler, { age: z.int() }).parse({ kind: 'boiler', name: 'a', age: 3 })).toMatchObject({ age: 3 })
  expect(boiler.check(z.refine(() => false)).safeParse({ kind: 'boiler', name: 'a' }).success).toBe(false)
})

test('a form accepts it', async () => {
  const options = { fields: {}, shouldUseNativeValidation: false }
  const { errors } = await zodResolver(pump)({ kind: 'pump', serial: '' }, undefined, options)
  expect(errors).toHaveProperty('serial')
})
