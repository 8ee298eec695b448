import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-search.ts';

export type InboxSearch = GridSearch & { show?: 'unread' | undefined };

/** For `validateSearch` of the inboxes. It is part of the first load, so it imports no other code of the feature. */
export const readInboxSearch = (raw: Record<string, unknown>): InboxSearch => ({
  ...readGridSearch(raw),
  show: raw['show'] === 'unread' ? 'unread' : undefined,
});
