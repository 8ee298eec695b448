/** When a post is up (`spec: work §3 News`, `product: News, ads, albums`). */
export const postStates = ['Published', 'Scheduled', 'Inactive', 'Draft'] as const;
export type PostState = (typeof postStates)[number];

export type Publication = { isActive: boolean; scheduledAt: Date | null; publishedAt: Date | null };

/** Inactive: it was up before. */
export function postState({ isActive, scheduledAt, publishedAt }: Publication): PostState {
  if (isActive) return 'Published';
  if (scheduledAt) return 'Scheduled';
  return publishedAt ? 'Inactive' : 'Draft';
}

export type Asked = { isActive?: boolean | undefined; scheduledAt?: Date | null | undefined };

/**
 * What becomes of a post that is asked to be up, or to come up at a time. A time to come wins over "active": until then it
 * is not up. The first time that it was up stays its date. Null: the time is past, and is not the one that stands already.
 */
export function publish(current: Publication, { isActive, scheduledAt }: Asked, now: Date): Publication | null {
  const { publishedAt } = current;
  if (scheduledAt && scheduledAt > now) return { isActive: false, scheduledAt, publishedAt };
  if (scheduledAt && scheduledAt.getTime() !== current.scheduledAt?.getTime()) return null;
  if (isActive) return { isActive: true, scheduledAt: null, publishedAt: publishedAt ?? now };
  return {
    publishedAt,
    isActive: isActive ?? current.isActive,
    scheduledAt: scheduledAt === undefined ? current.scheduledAt : scheduledAt,
  };
}
