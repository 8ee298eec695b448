import { createContext } from 'react';

type Register = (isDirty: () => boolean) => () => void;

/** With whatever may be closed around it a form leaves word of how to ask whether it holds unsaved changes. */
export const Leaving = createContext<Register | null>(null);
