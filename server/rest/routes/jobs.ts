import { rest, type Route } from '#server/rest/table.ts';

/** `rest: Jobs and applicants`. */
export const jobRoutes: readonly Route[] = [
  rest('POST', '/jobs', 'checkout.placeOrder', { status: 201, tag: 'jobs' }),
  rest('GET', '/jobs', 'jobs.list'),
  rest('POST', '/jobs/search', 'jobs.list'),
  rest('POST', '/jobs/export', 'jobs.bulk.export', { tag: 'jobs', download: 'csv' }),
  rest('POST', '/jobs/bulk/close', 'jobs.bulk.close', { tag: 'jobs' }),
  rest('POST', '/jobs/bulk/cancel', 'jobs.bulk.cancelRenewal', { tag: 'jobs' }),
  rest('POST', '/jobs/bulk/tag', 'jobs.bulk.tag', { tag: 'jobs' }),
  rest('POST', '/jobs/upload-image', 'jobs.uploadImage', { upload: 'image' }),
  rest('GET', '/jobs/addons/costs', 'jobs.addonCosts'),
  rest('POST', '/jobs/multimedia/upload', 'jobs.media.upload', { tag: 'jobs', upload: 'file' }),
  rest('DELETE', '/jobs/multimedia/delete/:id', 'jobs.media.delete', { tag: 'jobs' }),
  rest('GET', '/jobs/:id', 'jobs.get'),
  rest('GET', '/jobs/:id/statistics', 'jobs.statistics'),
  rest('PATCH', '/jobs/:id', 'jobs.update'),
  rest('PATCH', '/jobs/:id/addresses', 'jobs.updateAddress'),
  rest('POST', '/jobs/:id/close', 'jobs.close'),
  rest('PATCH', '/jobs/:id/cancel', 'jobs.cancelRenewal'),
  rest('POST', '/jobs/:id/duplicate', 'jobs.duplicate', { status: 201 }),
  rest('POST', '/jobs/:id/addons', 'checkout.editAddons', { tag: 'jobs' }),
  rest('PATCH', '/jobs/:id/addons', 'checkout.editAddons', { tag: 'jobs' }),
  rest('POST', '/jobs/:id/boost', 'checkout.boost', { tag: 'jobs' }),
  rest('POST', '/admin/jobs/:id/boost', 'checkout.boostFree', { tag: 'jobs' }),
  rest('POST', '/jobs/:id/tag', 'jobs.addTag', { status: 201 }),
  rest('DELETE', '/jobs/tag/:id', 'jobs.removeTag'),
];
