import { useState } from 'react'
import type { Example, ExampleContext } from '../example.ts'
import { CountrySelect, type CountrySelectProps } from './country-select.tsx'

const diallingCodes: Record<string, string> = { AT: '+43', DE: '+49', FR: '+33' }
const frameHeight = 480

type ChoosingProps = Pick<ExampleContext, 't' | 'brand'> & { select?: Partial<CountrySelectProps> }

function Choosing({ t, brand, select = {} }: ChoosingProps) {
  const [value, setValue] = useState(select.value ?? '')
  return (
    <CountrySelect
      label={t('address.country')}
      countries={brand.countries}
      placeholder={t('address.country.choose')}
      {...select}
      value={value}
      onChange={setValue}
    />
  )
}

export const examples: Example[] = [
  { name: 'nothing chosen', frameHeight, render: (context) => <Choosing {...context} /> },
  { name: 'chosen', frameHeight, render: (context) => <Choosing {...context} select={{ value: 'DE' }} /> },
  {
    name: 'with dialling codes',
    frameHeight,
    render: (context) => (
      <Choosing
        {...context}
        select={{
          value: 'DE',
          countries: ['AT', 'DE', 'FR'],
          diallingCodeOf: (code) => diallingCodes[code] ?? '',
        }}
      />
    ),
  },
  {
    name: 'in error',
    frameHeight,
    render: (context) => <Choosing {...context} select={{ error: context.t('address.country.required') }} />,
  },
  {
    name: 'locked',
    frameHeight: 280,
    render: (context) => (
      <Choosing {...context} select={{ value: 'DE', lockedBecause: context.t('address.locked.provider') }} />
    ),
  },
]
