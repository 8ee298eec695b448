import { rest, type Route } from '#server/rest/table.ts';

/** Ads (`rest: News, ads, albums`, `spec: work §7 News and ads`) and their reports. */
export const adRoutes: readonly Route[] = [
  rest('POST', '/ads/search', 'ads.search'),
  rest('POST', '/ads', 'ads.create', { status: 201 }),
  rest('GET', '/ads/settings', 'ads.settings'),
  rest('PATCH', '/ads/settings', 'ads.updateSettings'),
  rest('POST', '/ads/multimedia/upload', 'ads.upload', { upload: 'file' }),
  rest('DELETE', '/ads/multimedia/delete/:id', 'ads.deleteMedia'),
  rest('GET', '/ads/:id', 'ads.get'),
  rest('PATCH', '/ads/:id', 'ads.update'),
  rest('DELETE', '/ads/:id', 'ads.delete'),
  rest('GET', '/ads/:id/report', 'ads.report'),
  rest('POST', '/ads/:id/report/export', 'ads.exportReport', { download: 'csv' }),
];
