/**
 * The code that signed-in people need after the first view: drawing and day chart of a card, notice bell and its
 * effects, and the state for the offline page. The code is in one file, so that the browser loads one file instead of
 * several. Import this module only dynamically.
 */
export { startStoringLastState } from './app/store-last-state.ts'
export { addNoticeEffects } from './app/notice-effects.ts'
export { DayLine } from './appliances/readings/day-line/day-line.tsx'
export { ApplianceDrawing } from './icons/appliance-drawing.tsx'
export { NoticeBell } from './notices/notice-bell.tsx'
