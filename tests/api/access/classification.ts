import type { World } from './world.ts';

/**
 * How a procedure is classified. `input` requests something of company A. A stranger from company B gets 404
 * (`stranger: 'not found'`) or, if nothing of A can be named, an answer without anything of A (`stranger: 'own'`).
 */
export type ClassifiedProcedure = {
  input: (world: World) => Record<string, unknown> | undefined;
  stranger: 'not found' | 'own';
  /** Needs a company or driver profile besides the capability, so admin-side roles are refused. */
  ownCompany?: true;
  /** The stranger is another driver instead of another company. */
  isDriverOwned?: true;
  /** Refused while impersonating (`docs/product/access.md#impersonation`). */
  forbidsImpersonation?: true;
  /** The caller's account no longer exists afterward, so an account made for the call is used. */
  deletesAccount?: true;
  /** Shows posted jobs to anyone, so the names of posted things may appear. */
  isPublic?: true;
};
