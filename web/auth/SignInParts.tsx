/**
 * The parts of the sign-in page that load after its form. The build puts them into a small file of their own (`vite.config.ts`), so
 * that they do not load what the portals share (`docs/decisions/0040-one-route-tree.md`).
 */
export { CompanySignInButton } from './CompanySignInButton.tsx';
export { CodeButton } from './CodeButton.tsx';
export { PasskeyButton } from './PasskeyButton.tsx';
export { SocialIcon } from './SocialIcon.tsx';
export { TermsDialog } from './TermsDialog.tsx';
