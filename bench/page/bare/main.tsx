import { createRoot } from 'react-dom/client'

// The floor of the page: React and one component.
function Card() {
  return (
    <main className="card">
      <h1>Appliances</h1>
      <p>Boiler 1 has been working since 14:03.</p>
    </main>
  )
}

createRoot(document.querySelector('#root') ?? document.body).render(<Card />)
