import { useState } from 'react'
import type { Example } from '../example.ts'
import { Tabs } from './tabs.tsx'

const english = ['Address', 'Service provider', 'Cedar']
const german = ['Adresse', 'Servicepartner', 'Kundendienst Cedar']

function Chosen({ labels }: { labels: string[] }) {
  const [selected, select] = useState('0')
  const tabs = labels.map((label, index) => ({
    id: String(index),
    label,
    content: <p>{label}</p>,
  }))
  return <Tabs label="Settings of Boiler 1" tabs={tabs} selected={selected} onSelect={select} />
}

function Refusing() {
  const tabs = english.map((label, index) => ({
    id: String(index),
    label,
    content: <p>{label} is being edited</p>,
  }))
  return <Tabs label="Settings of Boiler 2" tabs={tabs} selected="0" onSelect={() => {}} />
}

export const examples: Example[] = [
  { name: 'three tabs', render: () => <Chosen labels={english} /> },
  { name: 'long German words', render: () => <Chosen labels={german} /> },
  { name: 'refuses to leave', render: () => <Refusing /> },
]
