import { Anchor } from '@mantine/core';

/** "Customer Terms of Service and Privacy Policy", each opened beside what is being filled in. */
export function TermsLinks({ hasArticle = false }: { hasArticle?: boolean }) {
  return (
    <>
      <Anchor href="/terms" target="_blank" inherit underline="always">
        Customer Terms of Service
      </Anchor>{' '}
      and {hasArticle ? 'the ' : ''}
      <Anchor href="/privacy" target="_blank" inherit underline="always">
        Privacy Policy
      </Anchor>
    </>
  );
}
