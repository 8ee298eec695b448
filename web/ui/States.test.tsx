import { MantineProvider } from '@mantine/core';
import { TRPCClientError } from '@trpc/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ErrorState } from './States.tsx';

const requestId = '01999999-0000-7000-8000-000000000000';

function renderedError(httpStatus: number | undefined): string {
  const error = TRPCClientError.from({ error: { message: 'What was said', code: -32_000, data: { httpStatus, requestId } } });
  return renderToStaticMarkup(
    <MantineProvider>
      <ErrorState error={error} />
    </MantineProvider>,
  ).replaceAll(/<[^>]*>/g, '');
}

test.each([403, 404, 409, 422])('a refusal with %i has its words and no number', (status) => {
  expect(renderedError(status)).toContain('What was said');
  expect(renderedError(status)).not.toContain(requestId);
});

test.each([500, 502, undefined])('a fault of the server (%s) has a reference', (status) => {
  expect(renderedError(status)).toContain(`Reference ${requestId}`);
});
