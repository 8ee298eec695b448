import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { AppError, toUnavailableError } from '#server/errors.ts';
import { languageOf } from '#server/http/request-language.ts';
import { issuesOf } from '#server/trpc.ts';
import type { SignInChallenge } from '#shared/accounts/factors.ts';
import { text, type Text } from '#shared/texts/texts.ts';
import { writeText } from '#shared/texts/write-text.ts';
import { requestName } from './wire-names.ts';

type Request = Parameters<typeof languageOf>[0] & { id: string };
type WireError = { message: string; code: string; field?: string; detail?: string; challenge?: SignInChallenge };
export type ErrorAnswer = { status: number; retryAfter?: number; body: { errors: WireError[]; message: string } };

/**
 * Formats any error for REST (`docs/product/rest.md#errors`). An unexpected error gets a general message and the request's id
 * instead of its own message.
 */
export function errorAnswer(error: unknown, request: Request): ErrorAnswer {
  const language = languageOf(request);
  const write = (message: Text) => writeText(message, language);
  const cause =
    error instanceof TRPCError && error.cause instanceof AppError ? error.cause : (toUnavailableError(error) ?? error);
  if (cause instanceof AppError && cause.code !== 'internal') {
    const { code, field, issues, detail, retryAfter, challenge, status } = cause;
    const fieldIssues = issues.length ? issues : [{ text: cause.text, field }];
    return answer(
      status,
      fieldIssues.map((one) => ({
        message: write(one.text),
        code,
        ...(one.field ? { field: requestName(one.field) } : {}),
        ...(detail ? { detail: write(detail) } : {}),
        ...(challenge ? { challenge } : {}),
      })),
      retryAfter,
    );
  }
  if (error instanceof TRPCError) {
    const issues = issuesOf(error);
    if (issues.length)
      return answer(
        422,
        issues.map((issue) => ({ message: write(issue.text), code: 'invalid', field: requestName(issue.field) })),
      );
    const status = getHTTPStatusCodeFromError(error);
    if (status < 500) return answer(status, [{ message: error.message, code: error.code.toLowerCase() }]);
  }
  const status = frameworkStatus(error);
  if (status === 414) return answer(404, [{ message: write(text('errors.notFound')), code: 'not_found' }]);
  if (status < 500)
    return answer(status, [
      {
        message: error instanceof Error ? error.message : write(text('errors.valueInvalid')),
        code: codeByStatus[status] ?? 'malformed',
      },
    ]);
  return answer(500, [{ message: write(text('ui.internalError')), code: 'internal', detail: request.id }]);
}

const codeByStatus: Record<number, string> = { 404: 'not_found', 413: 'too_large', 415: 'wrong_media_type', 429: 'too_many' };

function frameworkStatus(error: unknown): number {
  return typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500;
}

function answer(status: number, errors: WireError[], retryAfter?: number): ErrorAnswer {
  return { status, ...(retryAfter ? { retryAfter } : {}), body: { errors, message: errors[0]?.message ?? '' } };
}
