import { rest } from '#server/rest/table.ts';
import type { Route } from './table.ts';

/** Payments, invoices and receipts. */
const paymentRoutes: readonly Route[] = [
  rest('POST', '/payment/company/billing', 'billing.saveCard', { tag: 'payment' }),
  rest('GET', '/payment/company/billing', 'billing.card', { tag: 'payment' }),
  rest('POST', '/payment/company/invoice/charge', 'checkout.charge', { tag: 'payment', takesIdempotencyKey: true }),
  rest('POST', '/payment/invoice/renewal', 'checkout.renew', { tag: 'payment', takesIdempotencyKey: true }),
  rest('POST', '/payment/employer/job/addons', 'checkout.payAddons', { tag: 'payment', takesIdempotencyKey: true }),
  rest('GET', '/payment/company/invoice', 'billing.invoices', { tag: 'payment' }),
  rest('POST', '/payment/company/invoice/search', 'billing.invoices', { tag: 'payment' }),
  rest('POST', '/payment/company/invoice/export', 'billing.exportInvoices', { tag: 'payment', download: 'csv' }),
  rest('GET', '/payment/company/history', 'billing.history', { tag: 'payment' }),
  rest('POST', '/payment/company/history/search', 'billing.history', { tag: 'payment' }),
  rest('POST', '/payment/company/history/export', 'billing.exportHistory', { tag: 'payment', download: 'csv' }),
  rest('POST', '/payment/company/charges/search', 'billing.charges', { tag: 'payment' }),
  rest('POST', '/payment/employer/job/invoice', 'billing.jobInvoices', { tag: 'payment' }),
  rest('POST', '/payment/company/billing/payment-receipt', 'billing.receipt', { tag: 'payment' }),
  rest('GET', '/payment/receipts/:invoice_id', 'billing.receiptFile', { tag: 'payment', download: 'pdf' }),
  rest('PATCH', '/admin/invoices/:id', 'billing.updateInvoice', { tag: 'payment', takesIdempotencyKey: true }),
  rest('POST', '/admin/invoices/:id/refund', 'billing.refund', { tag: 'payment', takesIdempotencyKey: true }),
];

/** A person's notifications in the app. */
const notificationRoutes: readonly Route[] = [
  rest('GET', '/notifications', 'notifications.list'),
  rest('GET', '/notifications/unread', 'notifications.unread'),
  rest('POST', '/notifications/read', 'notifications.markRead'),
  rest('GET', '/notifications/settings', 'notifications.settings'),
  rest('PATCH', '/notifications/settings', 'notifications.updateSettings'),
  rest('POST', '/jobs/:id/mute', 'notifications.muteJob'),
  rest('GET', '/notifications/push-devices', 'notifications.pushDevices'),
  rest('POST', '/notifications/push-devices', 'notifications.addPushDevice'),
  rest('DELETE', '/notifications/push-devices/:id', 'notifications.removePushDevice'),
];

/** News channels, their members and posts. Drivers read the posts of their channels. */
const newsRoutes: readonly Route[] = [
  rest('POST', '/news/channels/search', 'news.channels'),
  rest('GET', '/news/channels', 'news.channels', { driverProcedure: 'memberNews.subscribed' }),
  rest('POST', '/news/channels', 'news.createChannel', { status: 201 }),
  rest('GET', '/news/channels/:id', 'news.channel', { driverProcedure: 'memberNews.channel' }),
  rest('PATCH', '/news/channels/:id', 'news.updateChannel'),
  rest('DELETE', '/news/channels/:id', 'news.deleteChannel'),
  rest('POST', '/news/channels/:id/join', 'memberNews.join', { tag: 'news' }),
  rest('POST', '/news/channels/:id/leave', 'memberNews.leave', { tag: 'news' }),
  rest('POST', '/news/channels/:id/posts/search', 'news.posts', { params: { id: 'channelId' } }),
  rest('GET', '/news/channels/:id/posts', 'news.posts', {
    params: { id: 'channelId' },
    driverProcedure: 'memberNews.channelPosts',
  }),
  rest('POST', '/news/channels/:id/posts', 'news.createPost', { status: 201, params: { id: 'channelId' } }),
  rest('POST', '/news/channels/:id/upload-image', 'news.uploadImage', { upload: 'image', params: { id: 'channelId' } }),
  rest('GET', '/news/posts/:id', 'news.post', { driverProcedure: 'memberNews.open' }),
  rest('PATCH', '/news/posts/:id', 'news.updatePost', { params: { id: 'postId' } }),
  rest('PATCH', '/news/channels/posts/:id', 'news.updatePost', { params: { id: 'postId' }, deprecated: true }),
  rest('DELETE', '/news/posts/:id', 'news.deletePost'),
];

/** Reports about hiring. */
const reportRoutes: readonly Route[] = [
  rest('GET', '/reports/hiring', 'reports.hiring'),
  rest('POST', '/reports/hiring/jobs/search', 'reports.hiringJobs'),
  rest('POST', '/reports/hiring/jobs/export', 'reports.exportHiring', { download: 'csv' }),
];

/** The applicants of all jobs of a company. */
const hiringRoutes: readonly Route[] = [
  rest('POST', '/applicants/search', 'hiring.search', { tag: 'applicants' }),
  rest('GET', '/applicants/today', 'hiring.today'),
  rest('POST', '/applicants/stages/count', 'hiring.stageCounts', { tag: 'applicants' }),
  rest('POST', '/applicants/export', 'hiring.export', { tag: 'applicants', download: 'csv' }),
  rest('GET', '/applicants/colleagues', 'hiring.colleagues', { tag: 'applicants' }),
  rest('POST', '/applicants/bulk/count', 'hiring.countSelection', { tag: 'applicants' }),
  rest('POST', '/applicants/bulk', 'hiring.changeMany', { tag: 'applicants' }),
  rest('GET', '/applicants/questions', 'hiring.questions', { tag: 'applicants' }),
  rest('GET', '/applicants/stages', 'hiring.stages', { tag: 'applicants' }),
  rest('PATCH', '/applicants/stages', 'hiring.updateStages', { tag: 'applicants' }),
  rest('GET', '/applicants/views', 'hiring.savedViews', { tag: 'applicants' }),
  rest('POST', '/applicants/views', 'hiring.saveView', { status: 201, tag: 'applicants' }),
  rest('DELETE', '/applicants/views/:id', 'hiring.deleteView', { tag: 'applicants' }),
  rest('PATCH', '/applicants/notes/:id', 'hiring.editNote', { tag: 'applicants' }),
  rest('DELETE', '/applicants/notes/:id', 'hiring.deleteNote', { tag: 'applicants' }),
  rest('GET', '/applicants/:id', 'hiring.page', { tag: 'applicants' }),
  rest('POST', '/applicants/:id/viewed', 'hiring.markViewed', { tag: 'applicants' }),
  rest('POST', '/applicants/:id/stage', 'hiring.moveStage', { tag: 'applicants', params: { id: 'applicantId' } }),
  rest('POST', '/applicants/:id/owner', 'hiring.assignOwner', { tag: 'applicants', params: { id: 'applicantId' } }),
  rest('GET', '/applicants/:id/timeline', 'hiring.timeline', { tag: 'applicants', params: { id: 'applicantId' } }),
  rest('POST', '/applicants/:id/notes', 'hiring.addNote', { status: 201, tag: 'applicants', params: { id: 'applicantId' } }),
  rest('POST', '/applicants/:id/calls', 'hiring.logCall', { status: 201, tag: 'applicants', params: { id: 'applicantId' } }),
  rest('POST', '/applicants/:id/merge', 'hiring.merge', { tag: 'applicants', params: { id: 'applicantId' } }),
];

/** Messages between companies and drivers. */
const messageRoutes: readonly Route[] = [
  rest('GET', '/messages', 'messages.conversations'),
  rest('GET', '/messages/unread', 'messages.unreadCount'),
  rest('POST', '/messages/batches', 'messages.sendMany', { status: 201 }),
  rest('GET', '/messages/batches/:id', 'messages.batch'),
  rest('DELETE', '/messages/batches/:id', 'messages.cancelBatch'),
  rest('GET', '/messages/templates', 'messages.templates'),
  rest('POST', '/messages/templates', 'messages.saveTemplate', { status: 201 }),
  rest('DELETE', '/messages/templates/:id', 'messages.deleteTemplate'),
  rest('GET', '/messages/attachments/:id', 'messages.attachment', { download: 'file' }),
  rest('GET', '/applicants/:id/messages', 'messages.ofApplicant', { params: { id: 'applicantId' } }),
  rest('POST', '/applicants/:id/messages', 'messages.send', { status: 201, params: { id: 'applicantId' } }),
  rest('POST', '/applicants/:id/messages/read', 'messages.markRead', { params: { id: 'applicantId' } }),
  rest('POST', '/applicants/:id/messages/suggestion', 'messages.suggestReply', { params: { id: 'applicantId' } }),
  rest('GET', '/applicants/:id/texting', 'messages.texting', { params: { id: 'applicantId' } }),
  rest('GET', '/member/text-consent', 'messages.textConsent'),
  rest('PATCH', '/member/text-consent', 'messages.setTextConsent'),
  rest('GET', '/member/messages', 'messages.mine'),
  rest('GET', '/member/messages/unread', 'messages.myUnreadCount'),
  rest('GET', '/member/messages/attachments/:id', 'messages.myAttachment', { download: 'file' }),
  rest('GET', '/member/messages/:id', 'messages.myMessages'),
  rest('POST', '/member/messages/:id', 'messages.reply', { status: 201 }),
  rest('POST', '/member/messages/:id/read', 'messages.markMyRead'),
];

/** What a company still has to do about applicants. */
const followUpRoutes: readonly Route[] = [
  rest('GET', '/follow-ups', 'followUps.list'),
  rest('PATCH', '/follow-ups/:id', 'followUps.update'),
  rest('DELETE', '/follow-ups/:id', 'followUps.delete'),
  rest('GET', '/applicants/:id/follow-ups', 'followUps.ofApplicant', { params: { id: 'applicantId' } }),
  rest('POST', '/applicants/:id/follow-ups', 'followUps.add', { status: 201, params: { id: 'applicantId' } }),
];

/** Interviews between companies and drivers. */
const interviewRoutes: readonly Route[] = [
  rest('GET', '/interviews', 'interviews.list'),
  rest('GET', '/interviews/busy-times', 'interviews.busyTimes'),
  rest('PATCH', '/interviews/:id', 'interviews.setNoShow'),
  rest('DELETE', '/interviews/:id', 'interviews.cancel'),
  rest('GET', '/applicants/:id/interviews', 'interviews.ofApplicant', { params: { id: 'applicantId' } }),
  rest('POST', '/applicants/:id/interviews', 'interviews.propose', { status: 201, params: { id: 'applicantId' } }),
  rest('GET', '/member/interviews', 'interviews.mine'),
  rest('POST', '/member/interviews/:id/choose', 'interviews.choose'),
  rest('POST', '/member/interviews/:id/decline', 'interviews.decline'),
  rest('GET', '/interview-link', 'interviews.ofLink', { tag: 'interviews' }),
  rest('POST', '/interview-link/choose', 'interviews.chooseByLink', { tag: 'interviews' }),
  rest('POST', '/interview-link/decline', 'interviews.declineByLink', { tag: 'interviews' }),
];

/** Jobs of companies. */
const jobRoutes: readonly Route[] = [
  rest('POST', '/jobs', 'checkout.placeOrder', { status: 201, tag: 'jobs' }),
  rest('GET', '/jobs', 'jobs.list'),
  rest('POST', '/jobs/search', 'jobs.list', { query: ['query', 'companyId'] }),
  rest('POST', '/jobs/export', 'jobs.bulk.export', { tag: 'jobs', download: 'csv' }),
  rest('POST', '/jobs/bulk/close', 'checkout.closeJobs', { tag: 'jobs' }),
  rest('POST', '/jobs/bulk/cancel', 'jobs.bulk.cancelRenewal', { tag: 'jobs' }),
  rest('POST', '/jobs/bulk/tag', 'jobs.bulk.tag', { tag: 'jobs' }),
  rest('POST', '/jobs/upload-image', 'jobs.uploadImage', { upload: 'image' }),
  rest('GET', '/screening-questions', 'jobs.questions.list', { tag: 'jobs' }),
  rest('POST', '/screening-questions', 'jobs.questions.add', { tag: 'jobs', status: 201 }),
  rest('PATCH', '/screening-questions/:id', 'jobs.questions.update', { tag: 'jobs' }),
  rest('DELETE', '/screening-questions/:id', 'jobs.questions.delete', { tag: 'jobs' }),
  rest('GET', '/jobs/description/help', 'jobs.writing.help', { tag: 'jobs' }),
  rest('POST', '/jobs/description/draft', 'jobs.writing.draft', { tag: 'jobs' }),
  rest('POST', '/jobs/description/rewrite', 'jobs.writing.rewrite', { tag: 'jobs' }),
  rest('POST', '/jobs/description/shorten', 'jobs.writing.shorten', { tag: 'jobs' }),
  rest('GET', '/jobs/addons/costs', 'jobs.addonCosts'),
  rest('POST', '/jobs/multimedia/upload', 'jobs.media.upload', { tag: 'jobs', upload: 'file' }),
  rest('DELETE', '/jobs/multimedia/delete/:id', 'jobs.media.delete', { tag: 'jobs' }),
  rest('GET', '/jobs/:id', 'jobs.get'),
  rest('GET', '/jobs/:id/statistics', 'jobs.statistics'),
  rest('PATCH', '/jobs/:id', 'jobs.update'),
  rest('PATCH', '/jobs/:id/addresses', 'jobs.updateAddress'),
  rest('POST', '/jobs/:id/close', 'checkout.closeJob', { tag: 'jobs' }),
  rest('PATCH', '/jobs/:id/cancel', 'jobs.cancelRenewal'),
  rest('POST', '/jobs/:id/duplicate', 'jobs.duplicate', { status: 201 }),
  rest('POST', '/jobs/:id/addons', 'checkout.editAddons', { tag: 'jobs' }),
  rest('PATCH', '/jobs/:id/addons', 'checkout.editAddons', { tag: 'jobs' }),
  rest('POST', '/jobs/:id/boost', 'checkout.boost', { tag: 'jobs', takesIdempotencyKey: true }),
  rest('POST', '/admin/jobs/:id/boost', 'checkout.boostFree', { tag: 'jobs', takesIdempotencyKey: true }),
  rest('POST', '/jobs/:id/tag', 'jobs.addTag', { status: 201 }),
  rest('DELETE', '/jobs/tag/:id', 'jobs.removeTag'),
  rest('DELETE', '/jobs/:id/tag', 'jobs.removeTag', { params: { id: 'jobId' }, query: ['id'], deprecated: true }),
];

/** Example records for the component gallery. */
const galleryRoutes: readonly Route[] = [
  rest('GET', '/albums', 'gallery.albums'),
  rest('POST', '/albums', 'gallery.createAlbum', { status: 201 }),
  rest('DELETE', '/albums/:id', 'gallery.deleteAlbum'),
];

/** Drivers and public jobs. */
const driverRoutes: readonly Route[] = [
  rest('GET', '/public/jobs', 'public.search'),
  rest('GET', '/public/jobs/:id', 'public.job'),
  rest('GET', '/public/companies/:slug', 'public.company'),
  rest('GET', '/public/places', 'public.places'),
  rest('GET', '/public/places/nearest', 'public.nearestPlace'),
  rest('GET', '/member/profile', 'drivers.profile', { tag: 'members' }),
  rest('PATCH', '/member/profile', 'drivers.updateProfile', { tag: 'members' }),
  rest('POST', '/jobs/:id/apply', 'drivers.applyTo', { tag: 'members', status: 201 }),
  rest('GET', '/member/applications', 'drivers.applications', { tag: 'members' }),
  rest('GET', '/member/applications/earlier-answers', 'drivers.earlierAnswers', { tag: 'members' }),
  rest('POST', '/member/resume', 'drivers.readResume', { tag: 'members', upload: 'file' }),
  rest('POST', '/auth/code/resume', 'drivers.readResumeAsVisitor', { tag: 'auth', upload: 'file' }),
  rest('GET', '/member/matching-jobs', 'drivers.matchingJobs', { tag: 'members' }),
  rest('DELETE', '/member/applications/:id', 'drivers.withdraw', { tag: 'members', query: ['reason'] }),
  rest('GET', '/member/saved-jobs', 'drivers.savedJobs', { tag: 'members' }),
  rest('GET', '/member/saved-jobs/ids', 'drivers.savedJobIds', { tag: 'members' }),
  rest('POST', '/member/saved-jobs', 'drivers.saveJob', { tag: 'members', status: 201 }),
  rest('DELETE', '/member/saved-jobs/:job_id', 'drivers.unsaveJob', { tag: 'members' }),
  rest('GET', '/member/saved-searches', 'savedSearches.list', { tag: 'members' }),
  rest('POST', '/member/saved-searches', 'savedSearches.save', { tag: 'members', status: 201 }),
  rest('PATCH', '/member/saved-searches/:id', 'savedSearches.update', { tag: 'members' }),
  rest('DELETE', '/member/saved-searches/:id', 'savedSearches.delete', { tag: 'members' }),
  rest('GET', '/member/seen-jobs', 'seenJobs.list', { tag: 'members' }),
  rest('POST', '/member/seen-jobs', 'seenJobs.add', { tag: 'members' }),
  rest('DELETE', '/member/seen-jobs', 'seenJobs.clear', { tag: 'members' }),
  rest('DELETE', '/member/seen-jobs/:job_id', 'seenJobs.remove', { tag: 'members' }),
];

/** Companies, employees, tags and address lookup. */
const companyRoutes: readonly Route[] = [
  rest('POST', '/companies', 'company.create', { status: 201 }),
  rest('PATCH', '/companies', 'company.update'),
  rest('POST', '/companies/verify-email', 'company.verifyEmail'),
  rest('POST', '/companies/resend-verification', 'company.resendVerification'),
  rest('GET', '/companies/tags', 'company.tags'),
  rest('GET', '/companies/tags/uses', 'company.tagUses'),
  rest('POST', '/companies/tag', 'company.createTag', { status: 201 }),
  rest('DELETE', '/companies/tag/:id', 'company.deleteTag'),
  rest('POST', '/companies/search', 'company.search'),
  rest('POST', '/companies/logo', 'company.uploadLogo', { upload: 'file' }),
  rest('GET', '/companies/logo/:fileName', 'company.logo'),
  rest('GET', '/companies/profile', 'companyPage.get', { tag: 'company' }),
  rest('PATCH', '/companies/profile', 'companyPage.update', { tag: 'company' }),
  rest('POST', '/companies/profile/photos', 'companyPage.uploadPhoto', { tag: 'company', upload: 'file' }),
  rest('POST', '/companies/profile/check', 'companyPage.checkCarrier', { tag: 'company' }),
  rest('GET', '/admin/carrier-checks', 'companyPage.waiting', { tag: 'company' }),
  rest('POST', '/admin/companies/:id/carrier-check', 'companyPage.decide', { tag: 'company', params: { id: 'companyId' } }),
  rest('GET', '/companies/:id', 'company.get', { params: { id: 'companyId' } }),
  rest('PATCH', '/companies/:id', 'company.update', { params: { id: 'companyId' } }),
  rest('POST', '/companies/:id/resend-verification', 'company.resendVerification', { params: { id: 'companyId' } }),
  rest('GET', '/companies/:id/employers', 'company.employees', { params: { id: 'companyId' } }),
  rest('GET', '/admin/companies/:id/employers', 'company.employees', { params: { id: 'companyId' }, deprecated: true }),
  rest('POST', '/companies/:id/employers/search', 'company.employees', { params: { id: 'companyId' } }),
  rest('POST', '/companies/:id/employers', 'employees.add', { status: 201, params: { id: 'companyId' }, tag: 'company' }),
  rest('GET', '/employees', 'company.employees'),
  rest('POST', '/employees/search', 'company.employees'),
  rest('POST', '/employees', 'employees.add', { status: 201 }),
  rest('POST', '/employees/password', 'employees.setPassword'),
  rest('GET', '/employees/:id', 'employees.get'),
  rest('PATCH', '/employees/:id', 'employees.update'),
  rest('POST', '/employees/:id/invite', 'employees.inviteAgain'),
  rest('POST', '/companies/close', 'deletion.closeCompany'),
  rest('GET', '/companies/sign-in', 'companySignIn.settings', { tag: 'company' }),
  rest('POST', '/companies/sign-in', 'companySignIn.save', { tag: 'company' }),
  rest('POST', '/companies/sign-in/check-domain', 'companySignIn.checkDomain', { tag: 'company' }),
  rest('DELETE', '/companies/sign-in', 'companySignIn.remove', { tag: 'company' }),
  rest('PATCH', '/admin/companies/:id/status', 'company.setStatus', { params: { id: 'companyId' } }),
  rest('GET', '/places', 'places.autocomplete', { tag: 'places' }),
  rest('GET', '/places/:id', 'places.details', { tag: 'places' }),
];

/** Companies for administrators, the logs, and messages with support. */
const backOfficeRoutes: readonly Route[] = [
  rest('POST', '/admin/companies', 'companies.create', { status: 201 }),
  rest('POST', '/companies/export', 'companies.export', { download: 'csv' }),
  rest('GET', '/companies/log', 'companies.log'),
  rest('POST', '/companies/log/search', 'companies.log'),
  rest('POST', '/companies/log/export', 'companies.exportLog', { download: 'csv' }),
  rest('GET', '/admin/audit', 'audit.search'),
  rest('POST', '/admin/audit/search', 'audit.search'),
  rest('POST', '/admin/audit/export', 'audit.export', { download: 'csv' }),
  rest('GET', '/admin/security-events', 'security.search'),
  rest('POST', '/admin/security-events/search', 'security.search'),
  rest('POST', '/admin/security-events/export', 'security.export', { download: 'csv' }),
  rest('POST', '/admin/jobs/:id/disable', 'jobs.disable'),
  rest('POST', '/admin/jobs/:id/enable', 'jobs.enable'),
  rest('POST', '/contact', 'support.send', { status: 201 }),
  rest('POST', '/admin/contact_review_job', 'support.send', { status: 201, deprecated: true }),
  rest('GET', '/contact', 'support.list'),
  rest('POST', '/contact/search', 'support.list'),
  rest('GET', '/contact/:id', 'support.get'),
  rest('POST', '/contact/:id/messages', 'support.answer', { status: 201 }),
];

/** Accounts and sessions. */
const loginAnswer = { isCamelCase: true, constants: { ssnLogin: false } } as const;
const authRoutes: readonly Route[] = [
  rest('POST', '/auth/login', 'auth.login', loginAnswer),
  rest('POST', '/auth/login/social', 'auth.socialLogin', { isCamelCase: true }),
  rest('POST', '/auth/login/second-factor', 'auth.secondFactor', loginAnswer),
  rest('POST', '/auth/code', 'auth.requestCode'),
  rest('POST', '/auth/code/check', 'auth.checkCode'),
  rest('POST', '/auth/code/login', 'auth.codeLogin', loginAnswer),
  rest('POST', '/auth/code/signup', 'auth.codeSignup', { ...loginAnswer, status: 201 }),
  rest('POST', '/auth/login/impersonate', 'auth.impersonate', { isCamelCase: true, query: ['userId'] }),
  rest('POST', '/auth/signup', 'auth.signup', { status: 201 }),
  rest('POST', '/auth/refresh', 'auth.refresh', { isCamelCase: true }),
  rest('POST', '/auth/logout', 'auth.logout'),
  rest('POST', '/auth/email-check-token', 'auth.emailCheckToken'),
  rest('POST', '/auth/validate-employer-email', 'auth.checkEmail', { isCamelCase: true }),
  rest('POST', '/auth/verify-email', 'auth.verifyEmail'),
  rest('POST', '/auth/resend-verification', 'auth.resendVerification'),
  rest('POST', '/auth/accept-terms', 'auth.acceptTerms'),
  rest('POST', '/auth/change-password', 'auth.changePassword'),
  rest('POST', '/auth/token-password', 'auth.tokenPassword'),
  rest('POST', '/auth/verify-token-password', 'auth.verifyTokenPassword'),
  rest('POST', '/auth/reset-password', 'auth.resetPassword'),
  rest('GET', '/user', 'auth.profile', { isCamelCase: true }),
  rest('PATCH', '/user', 'auth.updateProfile', { isCamelCase: true }),
  rest('POST', '/lead/invite', 'auth.recommend'),
  rest('GET', '/employer', 'auth.employer'),
  rest('PATCH', '/employer', 'auth.updateEmployer'),
];

/** Applicants and candidates of jobs. */
const applicantRoutes: readonly Route[] = [
  rest('GET', '/jobs/:id/applicants', 'applicants.list'),
  rest('POST', '/jobs/:id/applicants/search', 'applicants.list'),
  rest('POST', '/jobs/:id/applicants/export', 'applicants.export', { download: 'csv' }),
  rest('POST', '/jobs/applicants/rate', 'applicants.rate'),
  rest('GET', '/jobs/:id/candidates', 'applicants.candidates'),
  rest('POST', '/jobs/:id/invitations', 'applicants.invite', { status: 201, params: { id: 'jobId' } }),
  rest('POST', '/jobs/applicants/tag', 'applicants.tag'),
  rest('POST', '/jobs/:id/applicants/delete-tags', 'applicants.deleteTags', { params: { id: 'jobId' } }),
];

/** Ads and their reports. */
const adRoutes: readonly Route[] = [
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

/** Staff, drivers who applied, and other people's accounts, for administrators. */
const adminRoutes: readonly Route[] = [
  rest('POST', '/admin/admins', 'admin.createAdmin', { status: 201 }),
  rest('POST', '/admin/admins/search', 'admin.admins'),
  rest('GET', '/admin/get-admins', 'admin.admins', { deprecated: true }),
  rest('POST', '/admin/get-admins', 'admin.admins', { deprecated: true }),
  rest('GET', '/admin/admins/:id', 'admin.admin'),
  rest('PATCH', '/admin/admins/:id', 'admin.updateAdmin'),
  rest('POST', '/admin/applicants/search', 'admin.applicants'),
  rest('GET', '/admin/applicants/:id/applications', 'admin.sentApplications'),
  rest('POST', '/admin/employers/change-password', 'admin.setEmployerPassword'),
  rest('GET', '/admin/employer/:id', 'admin.employer'),
  rest('PATCH', '/admin/employer/:id', 'admin.editEmployer'),
  rest('GET', '/admin/users/:id/sessions', 'admin.sessions'),
  rest('POST', '/admin/users/:id/sessions/end', 'admin.endSessions'),
  rest('POST', '/admin/users/:id/factors/reset', 'admin.resetFactors'),
];

/** The caller's own account, and the status that administrators give to others. */
const accountRoutes: readonly Route[] = [
  rest('POST', '/auth/confirm', 'factors.confirm', { tag: 'auth' }),
  rest('GET', '/user/factors', 'factors.list'),
  rest('POST', '/user/factors/totp/start', 'factors.startTotp'),
  rest('POST', '/user/factors/totp', 'factors.addTotp', { status: 201 }),
  rest('PATCH', '/user/factors/:id', 'factors.rename'),
  rest('DELETE', '/user/factors/:id', 'factors.remove'),
  rest('GET', '/user/text-sign-in', 'factors.textSignIn'),
  rest('POST', '/user/text-sign-in', 'factors.turnOnTextSignIn'),
  rest('DELETE', '/user/text-sign-in', 'factors.turnOffTextSignIn'),
  rest('POST', '/user/recovery-codes', 'factors.renewRecoveryCodes', { status: 201 }),
  rest('DELETE', '/user', 'deletion.deleteAccount'),
  rest('POST', '/user/export', 'account.exportData', { download: 'zip' }),
  rest('POST', '/user/picture', 'account.uploadPicture', { upload: 'file' }),
  rest('DELETE', '/member', 'drivers.deleteAccount', { tag: 'members' }),
  rest('PATCH', '/admin/users/:id/status', 'admin.setAccountStatus'),
];

/** Every route of the REST facade. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...accountRoutes,
  ...companyRoutes,
  ...backOfficeRoutes,
  ...adminRoutes,
  ...jobRoutes,
  ...hiringRoutes,
  ...reportRoutes,
  ...messageRoutes,
  ...followUpRoutes,
  ...interviewRoutes,
  ...paymentRoutes,
  ...notificationRoutes,
  ...applicantRoutes,
  ...driverRoutes,
  ...newsRoutes,
  ...adRoutes,
  ...galleryRoutes,
];
