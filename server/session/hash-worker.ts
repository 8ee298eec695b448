import { hashSync, verifySync } from '@node-rs/argon2';
import { hashCost } from './hash-cost.ts';

/** This module runs in a worker thread, which creates and checks hashes one after the other. */
export const hash = (password: string): string => hashSync(password, hashCost);

export const verify = ({ against, password }: { against: string; password: string }): boolean => verifySync(against, password);
