export const revealPasswordScriptPath = '/reveal.js'

/** The script of the buttons that show and hide a typed password. */
export const revealPasswordScript = `for (const button of document.querySelectorAll('button.reveal')) {
  const field = document.getElementById(button.getAttribute('aria-controls'))
  button.hidden = false
  button.addEventListener('click', () => {
    const isShown = field.type === 'text'
    field.type = isShown ? 'password' : 'text'
    button.textContent = isShown ? button.dataset.show : button.dataset.hide
  })
}
`
