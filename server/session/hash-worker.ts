import { hashSync, verifySync } from '@node-rs/argon2';
import { hashCost } from './hash-cost.ts';

/** Makes and checks hashes in a thread of its own, which goes from one to the next without asking the main one. */
export const hash = (password: string): string => hashSync(password, hashCost);

export const verify = ({ against, password }: { against: string; password: string }): boolean => verifySync(against, password);
