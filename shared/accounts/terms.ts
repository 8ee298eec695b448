/**
 * The date of the current `/terms` and `/privacy` texts. It is stored with each acceptance
 * (`docs/product/access.md#terms-consent`).
 */
export const termsVersion = '2026-11-21';
