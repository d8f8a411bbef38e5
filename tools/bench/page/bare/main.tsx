import { createRoot } from 'react-dom/client'

// The baseline's web app: React and one component, which shows one card from one request.
type Connection = { name: string; serial: string; status: string; since: string; address: string }

function Card({ name, serial, status, since, address }: Connection) {
  return (
    <main className="card">
      <h1>Appliances</h1>
      <article>
        <h2>{name}</h2>
        <p>
          {status} since {since}
        </p>
        <p>Gateway ID: {serial}</p>
        <p>{address}</p>
      </article>
    </main>
  )
}

const answer = await fetch('/connection')
const connection = (await answer.json()) as Connection
createRoot(document.querySelector('#root') ?? document.body).render(<Card {...connection} />)
