import { useState } from 'react'
import type { Example } from '../example.ts'
import { CountrySelect, type CountrySelectProps } from './country-select.tsx'

const codes = ['AT', 'BE', 'CH', 'CZ', 'DE', 'DK', 'GB', 'LU', 'NL', 'SE', 'ES', 'IT', 'FR', 'PL', 'SI', 'SK', 'FO']
const diallingCodes: Record<string, string> = { AT: '+43', DE: '+49', FR: '+33' }

function Choosing(props: Partial<CountrySelectProps>) {
  const [value, setValue] = useState(props.value ?? '')
  return (
    <CountrySelect
      label="Country*"
      countries={codes}
      locale="en"
      placeholder="Select a country"
      {...props}
      value={value}
      onChange={setValue}
    />
  )
}

export const examples: Example[] = [
  { name: 'nothing chosen', render: () => <Choosing /> },
  { name: 'chosen', render: () => <Choosing value="CZ" /> },
  { name: 'in German', render: () => <Choosing value="AT" locale="de" label="Land*" placeholder="Land auswählen" /> },
  {
    name: 'with dialling codes',
    render: () => (
      <Choosing value="DE" countries={['AT', 'DE', 'FR']} diallingCodeOf={(code) => diallingCodes[code] ?? ''} />
    ),
  },
  { name: 'in error', render: () => <Choosing error="Country is required" /> },
  {
    name: 'locked',
    render: () => (
      <Choosing
        value="DE"
        lockedBecause="This appliance already has a service provider in this country. To change the country, please remove the service provider."
      />
    ),
  },
]
