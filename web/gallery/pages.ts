/** The developer routes of the specification, in its order (`spec: access §2`). */
export const galleryPages = [
  { path: '/buttons', label: 'Buttons' },
  { path: '/texts', label: 'Texts' },
  { path: '/icons', label: 'Icons' },
  { path: '/redux-example', label: 'Client state' },
  { path: '/todos', label: 'To-dos' },
  { path: '/axios-list', label: 'Server list' },
  { path: '/saga-example', label: 'Async flow' },
  { path: '/layout-example', label: 'Layout' },
  { path: '/modal', label: 'Dialogs' },
] as const;
