import { type Asked, type Publication, publish } from '#shared/news/post-state.ts';
import { conflict, invalid } from '#server/errors.ts';

/** @throws AppError invalid when the time is past */
export function publicationOf(current: Publication, asked: Asked, now = new Date()): Publication {
  const next = publish(current, asked, now);
  if (!next) throw invalid('scheduled_at', 'Choose a future time');
  return next;
}

/** Nobody is shown an empty post. @throws AppError conflict */
export function assertPublishable({ isActive, scheduledAt }: Publication, bodyHtml: string): void {
  const isEmpty = !/<(?:img|hr)\b/.test(bodyHtml) && bodyHtml.replace(/<[^>]*>/g, '').trim() === '';
  if ((isActive || scheduledAt) && isEmpty) throw conflict('Add content before you publish');
}
