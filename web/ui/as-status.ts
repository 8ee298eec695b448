/** What a spinner waits for, told to screen readers: Mantine draws it as a `div`, which has a name only with a role. */
export const asStatus = (label: string) => ({ role: 'status', 'aria-label': label });
