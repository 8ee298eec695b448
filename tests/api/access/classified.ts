import { roles } from '#shared/access/access.ts';
import type { World } from './world.ts';

/**
 * The classification of every procedure. `input` requests something of company A. A stranger from company B gets 404
 * (`stranger: 'not found'`) or, if nothing of A can be named, an answer without anything of A (`stranger: 'own'`).
 */
export type Classified = {
  input: (world: World) => Record<string, unknown> | undefined;
  stranger: 'not found' | 'own';
  /** Needs a company or driver profile besides the capability, so admin-side roles are refused. */
  ownCompany?: true;
  /** The stranger is another driver instead of another company. */
  amongDrivers?: true;
  /** Refused while impersonating (`docs/product/access.md#impersonation`). */
  forbidsImpersonation?: true;
  /** The caller's account no longer exists afterward, so an account made for the call is used. */
  endsAccount?: true;
  /** Shows posted jobs to anyone, so the names of posted things may appear. */
  isPublic?: true;
};

const nothing = () => undefined;
const own = { stranger: 'own' } as const;
const foreign = { stranger: 'not found' } as const;
const page = { offset: 0, limit: 10 };
const address = {
  street1: '1414 Harney St',
  city: 'Omaha',
  state: 'NE',
  postalCode: '68102',
  country: 'US',
  coordinates: { latitude: 41.2587, longitude: -95.9378 },
};
const content = {
  title: 'A job',
  jobType: 'dryVan',
  requiredExperience: 'M6',
  homeTime: 'HW',
  jobDescription: 'Drive a truck from here to there and back again.',
  salaryType: 'weekly',
  expectedPay: 1500,
};
/** The password is refused as a common one, so that nothing is created and no one is signed out. */
const person = { firstName: 'Wanda', lastName: 'Stone', email: 'wanda@stone.example', password: 'Password1!' };
const companyFields = {
  companyName: 'Another company',
  email: 'office@another.example',
  size: '1-5',
  phone: '4025550123',
  street1: '1 Main St',
  city: 'Omaha',
  state: 'NE',
  postalCode: '68102',
};

const billingContact = {
  name: 'Ida Marsh',
  companyName: 'Prairie',
  phone: '4025550124',
  street1: null,
  street2: null,
  city: 'Omaha',
  state: 'NE',
  postalCode: '68102',
};

const unknownPasskey = {
  id: 'unknown',
  rawId: 'unknown',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: '', authenticatorData: '', signature: '' },
};

export const classified: Record<string, Classified> = {
  'account.sessions': { ...own, forbidsImpersonation: true, input: nothing },
  'account.endSession': { ...own, forbidsImpersonation: true, input: () => ({ id: 'unknown' }) },
  'account.endOtherSessions': { ...own, forbidsImpersonation: true, input: nothing },
  'account.mailPreferences': { ...own, input: nothing },
  'account.setMailPreferences': { ...own, forbidsImpersonation: true, input: () => ({ newsletters: false }) },
  'account.uploadPicture': { ...own, input: () => ({}) },

  'admin.setAccountStatus': { ...own, input: ({ owner }) => ({ id: owner.id, status: 'Active' }) },
  'admin.sessions': { ...own, input: ({ account }) => ({ id: account(roles.newsAdmin).id }) },
  'admin.endSessions': {
    ...own,
    input: ({ account, company }) => ({ id: account(roles.newsAdmin).id, sessionId: company.id }),
  },
  'admin.resetFactors': { ...own, input: ({ account }) => ({ id: account(roles.newsAdmin).id }) },
  'admin.admins': { ...own, input: () => page },
  'admin.admin': { ...own, input: ({ account }) => ({ id: account(roles.newsAdmin).id }) },
  'admin.createAdmin': { ...own, input: () => ({ ...person, role: roles.newsAdmin }) },
  'admin.updateAdmin': { ...own, input: ({ account }) => ({ id: account(roles.newsAdmin).id, firstName: 'Dana' }) },
  'admin.applicants': { ...own, input: () => page },
  'admin.sentApplications': { ...own, input: ({ driver }) => ({ id: driver.id, ...page }) },
  'admin.employer': { ...own, input: ({ owner }) => ({ id: owner.id }) },
  'admin.editEmployer': { ...own, input: ({ owner }) => ({ id: owner.id, firstName: 'Dana' }) },
  'admin.setEmployerPassword': { ...own, input: ({ owner }) => ({ employeeId: owner.id, password: person.password }) },

  'ads.search': { ...own, input: () => page },
  'ads.get': { ...own, input: ({ company }) => ({ id: company.id }) },
  'ads.create': { ...own, input: () => ({ title: 'Tires', advertiser: 'Tire shop', linkUrl: 'https://tires.example' }) },
  'ads.update': { ...own, input: ({ company }) => ({ id: company.id, isActive: false }) },
  'ads.delete': { ...own, input: ({ company }) => ({ id: company.id }) },
  'ads.settings': { ...own, input: nothing },
  'ads.updateSettings': { ...own, input: () => ({ maxPerPage: 1 }) },
  'ads.upload': { ...own, input: () => ({}) },
  'jobs.media.upload': { ...own, input: () => ({}) },
  'jobs.media.delete': { ...foreign, input: ({ videoId }) => ({ id: videoId }) },
  'ads.deleteMedia': { ...own, input: ({ company }) => ({ id: company.id }) },
  'ads.report': { ...own, input: ({ company }) => ({ id: company.id }) },
  'ads.exportReport': { ...own, input: ({ company }) => ({ id: company.id }) },
  'ads.shown': { ...own, amongDrivers: true, input: nothing },

  'applicants.list': { ...foreign, input: ({ job }) => ({ id: job.id, ...page }) },
  'applicants.candidates': { ...foreign, input: ({ job }) => ({ id: job.id, ...page, distanceLimit: true }) },
  'applicants.candidateAreas': { ...foreign, input: ({ job }) => ({ id: job.id }) },
  'applicants.distances': { ...foreign, input: ({ job }) => ({ id: job.id }) },
  'applicants.get': { ...foreign, input: ({ applicationId }) => ({ id: applicationId }) },
  'applicants.export': { ...foreign, input: ({ job }) => ({ id: job.id }) },
  'applicants.rate': {
    ...foreign,
    input: ({ job, applicationId }) => ({ jobId: job.id, applicantId: applicationId, rating: 4 }),
  },
  'applicants.tag': {
    ...foreign,
    input: ({ job, applicationId }) => ({ jobId: job.id, applicantId: applicationId, text: 'Call' }),
  },
  'applicants.deleteTags': {
    ...foreign,
    input: ({ job, applicationId }) => ({ jobId: job.id, applicantId: applicationId, cleanAll: true }),
  },

  'hiring.search': { ...foreign, input: ({ company }) => ({ companyId: company.id, ...page }) },
  'hiring.stageCounts': { ...foreign, input: ({ company }) => ({ companyId: company.id }) },
  'hiring.export': { ...foreign, input: ({ company }) => ({ companyId: company.id }) },
  'hiring.colleagues': { ...foreign, input: ({ company }) => ({ companyId: company.id }) },
  'hiring.page': { ...foreign, input: ({ applicationId }) => ({ id: applicationId }) },
  'hiring.timeline': { ...foreign, input: ({ applicationId }) => ({ applicantId: applicationId, ...page }) },
  'hiring.markViewed': { ...foreign, input: ({ applicationId }) => ({ id: applicationId }) },
  'hiring.moveStage': { ...foreign, input: ({ applicationId }) => ({ applicantId: applicationId, stage: 'reviewed' }) },
  'hiring.assignOwner': { ...foreign, input: ({ applicationId }) => ({ applicantId: applicationId, ownerId: null }) },
  'hiring.changeMany': {
    ...foreign,
    input: ({ company, applicationId }) => ({ companyId: company.id, ids: [applicationId], tag: 'Aardvark tag' }),
  },
  'hiring.addNote': { ...foreign, input: ({ applicationId }) => ({ applicantId: applicationId, text: 'A note' }) },
  'hiring.editNote': { ...foreign, input: ({ noteId }) => ({ id: noteId, text: 'Another note' }) },
  'hiring.deleteNote': { ...foreign, input: ({ noteId }) => ({ id: noteId }) },
  'hiring.logCall': { ...foreign, input: ({ applicationId }) => ({ applicantId: applicationId, outcome: 'reached' }) },
  'hiring.merge': {
    ...foreign,
    input: ({ applicationId, otherApplicationId }) => ({ applicantId: applicationId, duplicateId: otherApplicationId }),
  },
  'hiring.savedViews': { ...foreign, input: ({ company }) => ({ companyId: company.id }) },
  'hiring.saveView': { ...foreign, input: ({ company }) => ({ companyId: company.id, name: 'Mine', search: {} }) },
  'hiring.deleteView': { ...foreign, input: ({ viewId }) => ({ id: viewId }) },
  'hiring.stages': { ...foreign, input: ({ company }) => ({ companyId: company.id }) },
  'hiring.updateStages': {
    ...foreign,
    input: ({ company }) => ({
      companyId: company.id,
      stages: ['reviewed', 'contacted', 'interview', 'offer'].map((stage) => ({ stage })),
      tellsNotSelected: false,
    }),
  },

  'audit.search': { ...own, input: () => page },
  'audit.export': { ...own, input: () => ({}) },
  'security.search': { ...own, input: () => page },
  'security.export': { ...own, input: () => ({}) },

  'factors.list': { ...own, forbidsImpersonation: true, input: nothing },
  'factors.startTotp': { ...own, forbidsImpersonation: true, input: nothing },
  'factors.addTotp': { ...own, forbidsImpersonation: true, input: () => ({ ticket: 'unknown', code: '000000', name: 'App' }) },
  'factors.startPasskey': { ...own, forbidsImpersonation: true, input: nothing },
  'factors.addPasskey': {
    ...own,
    forbidsImpersonation: true,
    input: () => ({
      ticket: 'unknown',
      name: 'Laptop',
      passkey: { ...unknownPasskey, response: { clientDataJSON: '', attestationObject: '' } },
    }),
  },
  'factors.rename': { ...own, forbidsImpersonation: true, input: ({ company }) => ({ id: company.id, name: 'Phone' }) },
  'factors.remove': { ...own, forbidsImpersonation: true, input: ({ company }) => ({ id: company.id }) },
  'factors.renewRecoveryCodes': { ...own, forbidsImpersonation: true, input: nothing },
  'factors.startConfirm': { ...own, forbidsImpersonation: true, input: nothing },
  'factors.confirm': { ...own, forbidsImpersonation: true, input: () => ({ password: 'Wr0ng!Haul7x' }) },

  'auth.me': { ...own, input: nothing },
  'auth.login': {
    ...own,
    input: () => ({ email: 'unknown@test.example', password: 'Wrong#2026', deviceId: 'abcdefgh', role: 'employer' }),
  },
  'auth.signup': {
    ...own,
    input: () => ({
      email: 'x',
      password: 'x',
      firstName: 'x',
      lastName: 'x',
      phone: 'x',
      role: 'employer',
      tnNewsletters: false,
    }),
  },
  'auth.secondFactor': { ...own, input: () => ({ challenge: 'unknown', code: '000000' }) },
  'auth.passkeyStart': { ...own, input: nothing },
  'auth.passkeyLogin': { ...own, input: () => ({ ticket: 'unknown', passkey: unknownPasskey }) },
  'auth.socialStart': { ...own, input: () => ({ source: 'google' }) },
  'auth.socialLogin': { ...own, input: () => ({ token: 'unknown', source: 'google', deviceId: 'abcdefgh' }) },
  'auth.streamTicket': { ...own, input: nothing },
  'auth.refresh': { ...own, input: () => ({ refreshToken: 'unknown' }) },
  'auth.logout': { ...own, input: nothing },
  'auth.impersonate': { ...own, input: ({ colleague }) => ({ userId: colleague.id }) },
  'auth.leave': { ...own, input: nothing },
  'auth.emailCheckToken': { ...own, input: nothing },
  'auth.checkEmail': { ...own, input: () => ({ email: 'unknown@test.example', token: 'unknown' }) },
  'auth.verifyEmail': { ...own, input: () => ({ token: 'unknown' }) },
  'auth.resendVerification': { ...own, forbidsImpersonation: true, input: nothing },
  'auth.acceptTerms': { ...own, forbidsImpersonation: true, input: nothing },
  'auth.changePassword': {
    ...own,
    forbidsImpersonation: true,
    input: () => ({ oldPassword: 'Wrong#2026', newPassword: 'Longer#Haul2026' }),
  },
  'auth.tokenPassword': { ...own, input: () => ({ email: 'unknown@test.example' }) },
  'auth.verifyTokenPassword': { ...own, input: () => ({ code: 'ACDEFHJK', email: 'unknown@test.example' }) },
  'auth.resetPassword': {
    ...own,
    input: () => ({ code: 'ACDEFHJK', email: 'unknown@test.example', newPassword: 'Longer#Haul2026' }),
  },
  'auth.profile': { ...own, input: nothing },
  'auth.updateProfile': { ...own, input: () => ({ timezone: 'US/Central' }) },
  'auth.invite': { ...own, input: () => ({ fullName: 'Rosa Delgado', email: 'rosa@delgado.example' }) },
  'auth.employer': { ...own, input: nothing },
  'auth.updateEmployer': { ...own, input: () => ({ phone: '4025550142' }) },

  'billing.card': { ...own, ownCompany: true, input: nothing },
  'billing.saveCard': {
    ...own,
    forbidsImpersonation: true,
    ownCompany: true,
    input: () => ({ cardToken: 'unknown', cardHolderName: 'Dana Whitfield' }),
  },
  'billing.removeCard': { ...own, forbidsImpersonation: true, ownCompany: true, input: nothing },
  'billing.invoices': { ...own, input: () => page },
  'billing.exportInvoices': { ...own, input: () => ({}) },
  'billing.history': { ...own, input: () => page },
  'billing.exportHistory': { ...own, input: () => ({}) },
  'billing.charges': { ...own, input: () => page },
  'billing.jobInvoices': { ...foreign, input: ({ job }) => ({ ...page, jobId: job.id }) },
  'billing.receipt': { ...foreign, input: ({ invoiceCustomId }) => ({ invoiceId: invoiceCustomId }) },
  'billing.receiptFile': { ...foreign, input: ({ invoiceCustomId }) => ({ invoiceId: invoiceCustomId }) },
  'billing.updateInvoice': { ...own, input: ({ invoiceCustomId }) => ({ id: invoiceCustomId, status: 'paid' }) },
  'billing.refund': { ...own, input: ({ invoiceCustomId }) => ({ id: invoiceCustomId, amount: 1, reason: 'Asked for' }) },
  'billing.revenue': { ...own, input: nothing },
  'billing.gatewayConfig': { ...own, input: nothing },

  'notifications.list': { ...own, input: () => page },
  'notifications.unread': { ...own, input: nothing },
  'notifications.markRead': { ...own, input: () => ({}) },

  'checkout.placeOrder': {
    ...foreign,
    input: ({ company }) => ({ ...content, addresses: [address], addons: [], companyId: company.id }),
  },
  'checkout.order': { ...foreign, input: ({ orderId }) => ({ orderId }) },
  'checkout.charge': {
    ...foreign,
    ownCompany: true,
    input: ({ orderToken }) => ({ orderToken, actionType: 'new_job', cardToken: 'unknown' }),
  },
  'checkout.quote': { ...foreign, input: ({ job }) => ({ jobId: job.id, kind: 'renewal' }) },
  'checkout.outcome': { ...foreign, input: ({ job }) => ({ jobId: job.id }) },
  'checkout.renew': { ...foreign, ownCompany: true, input: ({ job }) => ({ jobId: job.id, cardToken: 'unknown' }) },
  'checkout.payAddons': { ...foreign, ownCompany: true, input: ({ job }) => ({ jobId: job.id, cardToken: 'unknown' }) },
  'checkout.buyBoost': { ...foreign, ownCompany: true, input: ({ job }) => ({ jobId: job.id, cardToken: 'unknown' }) },
  'checkout.boost': { ...foreign, ownCompany: true, input: ({ job }) => ({ id: job.id, cardToken: 'unknown' }) },
  'checkout.boostFree': { ...own, input: ({ job }) => ({ id: job.id }) },
  'checkout.resumeRenewal': { ...foreign, input: ({ job }) => ({ id: job.id }) },
  'checkout.editAddons': { ...foreign, input: ({ unpaid }) => ({ id: unpaid.id, addons: [] }) },

  'companies.create': {
    ...own,
    input: () => ({
      ...companyFields,
      employer: {
        firstName: 'Ida',
        lastName: 'Marsh',
        email: 'ida@another.example',
        phone: '4025550124',
        password: 'Long-Haul#2026',
      },
    }),
  },
  'companies.export': { ...own, input: () => ({}) },
  'companies.log': { ...foreign, input: ({ company }) => ({ companyId: company.id, ...page }) },
  'companies.exportLog': { ...foreign, input: ({ company }) => ({ companyId: company.id }) },
  'company.create': { ...own, input: () => companyFields },
  'company.get': { ...foreign, input: ({ company }) => ({ companyId: company.id }) },
  'company.update': { ...foreign, input: ({ company }) => ({ companyId: company.id, phone: '4025550199' }) },
  'company.billingDetails': { ...own, ownCompany: true, input: nothing },
  'company.updateBillingDetails': { ...own, ownCompany: true, input: () => billingContact },
  'company.setStatus': { ...own, input: ({ company }) => ({ companyId: company.id, status: 'Active' }) },
  'company.names': { ...own, input: () => ({ text: 'company' }) },
  'company.search': { ...own, input: () => page },
  'company.resendVerification': { ...foreign, forbidsImpersonation: true, input: ({ company }) => ({ companyId: company.id }) },
  'company.verifyEmail': { ...own, input: () => ({ token: 'unknown' }) },
  'company.tagUses': { ...foreign, input: ({ company }) => ({ companyId: company.id }) },
  'company.employees': { ...foreign, input: ({ company }) => ({ companyId: company.id, ...page }) },
  'company.tags': { ...foreign, input: ({ company }) => ({ companyId: company.id }) },
  'company.createTag': { ...foreign, input: ({ company }) => ({ companyId: company.id, text: 'Fresh' }) },
  'company.deleteTag': { ...foreign, input: ({ tagId }) => ({ id: tagId }) },
  'company.uploadLogo': { ...own, input: () => ({}) },
  'company.logo': { ...own, input: () => ({ fileName: 'unknown.png' }) },

  'places.autocomplete': { ...own, input: () => ({ text: 'Omaha', sessionToken: 'session-1' }) },
  'places.details': { ...own, input: () => ({ id: 'zip:68102', sessionToken: 'session-1' }) },

  'employees.get': { ...foreign, input: ({ colleague }) => ({ id: colleague.id }) },
  'employees.add': { ...foreign, input: ({ company }) => ({ ...person, companyId: company.id, phone: '4025550150' }) },
  'employees.update': { ...foreign, input: ({ colleague }) => ({ id: colleague.id, firstName: 'Dana' }) },
  'employees.setPassword': {
    ...foreign,
    forbidsImpersonation: true,
    input: ({ colleague }) => ({ employeeId: colleague.id, password: person.password }),
  },
  'employees.inviteAgain': { ...foreign, input: ({ colleague }) => ({ id: colleague.id }) },
  'employees.invitations': { ...foreign, input: ({ company }) => ({ companyId: company.id }) },
  'employees.withdraw': { ...foreign, input: ({ invited, company }) => ({ id: invited.id, companyId: company.id }) },
  'employees.accept': { ...own, forbidsImpersonation: true, input: () => ({ token: 'unknown' }) },
  'employees.invitation': { ...own, input: () => ({ token: 'unknown' }) },
  'employees.leave': { ...own, forbidsImpersonation: true, endsAccount: true, input: nothing },
  'employees.join': { ...own, input: () => ({ token: 'unknown', password: 'Longer#Haul2026' }) },

  'contact.send': { ...foreign, input: ({ job }) => ({ jobId: job.id, subject: 'A question', message: 'How does this look?' }) },
  'contact.answer': { ...foreign, input: ({ contactId }) => ({ id: contactId, message: 'One more thing.' }) },
  'contact.list': { ...own, input: () => page },
  'contact.get': { ...foreign, input: ({ contactId }) => ({ id: contactId }) },

  'drivers.profile': { ...own, input: nothing },
  'drivers.updateProfile': { ...own, input: () => ({ phone: '4025550111' }) },
  'drivers.applyTo': { ...own, input: ({ job }) => ({ id: job.id }) },
  'drivers.applications': { ...own, amongDrivers: true, input: () => page },
  'drivers.matchingJobs': { ...own, isPublic: true, input: () => page },
  'drivers.deleteAccount': { ...own, amongDrivers: true, endsAccount: true, input: nothing },
  'drivers.withdraw': { ...foreign, amongDrivers: true, input: ({ applicationId }) => ({ id: applicationId }) },

  'jobs.list': { ...own, input: ({ company }) => ({ ...page, companyId: company.id }) },
  'jobs.get': { ...foreign, input: ({ job }) => ({ id: job.id }) },
  'jobs.bulk.close': { ...foreign, input: ({ job }) => ({ ids: [job.id] }) },
  'jobs.bulk.cancelRenewal': { ...foreign, input: ({ job }) => ({ ids: [job.id] }) },
  'jobs.bulk.tag': { ...foreign, input: ({ job }) => ({ ids: [job.id], text: 'Urgent' }) },
  'jobs.bulk.export': { ...foreign, input: ({ job }) => ({ ids: [job.id] }) },
  'jobs.statistics': { ...foreign, input: ({ job }) => ({ id: job.id }) },
  'jobs.update': { ...foreign, input: ({ job }) => ({ id: job.id, title: 'Aardvark hauler, days' }) },
  'jobs.updateAddress': { ...foreign, input: ({ job }) => ({ id: job.id, addresses: [address] }) },
  'jobs.addTag': { ...foreign, input: ({ job }) => ({ id: job.id, text: 'Urgent' }) },
  'jobs.removeTag': { ...foreign, input: ({ jobTagId }) => ({ id: jobTagId }) },
  'jobs.disable': { ...own, input: ({ job }) => ({ id: job.id }) },
  'jobs.enable': { ...own, input: ({ job }) => ({ id: job.id }) },
  'jobs.duplicate': { ...foreign, input: ({ job }) => ({ id: job.id }) },
  'jobs.cancelRenewal': { ...foreign, input: ({ job }) => ({ id: job.id, renewalCancelationReason: 'Filled' }) },
  'jobs.close': { ...foreign, input: ({ job }) => ({ id: job.id }) },
  'jobs.uploadImage': { ...own, input: nothing },
  'jobs.addonCosts': { ...own, input: nothing },
  'jobs.live': { ...own, input: nothing },

  'news.channels': { ...own, input: () => page },
  'news.channel': { ...own, input: ({ channelId }) => ({ id: channelId }) },
  'news.createChannel': { ...own, input: () => ({ name: 'Fuel prices' }) },
  'news.updateChannel': { ...own, input: ({ channelId }) => ({ id: channelId, description: 'What to know' }) },
  'news.deleteChannel': { ...own, input: ({ company }) => ({ id: company.id }) },
  'news.posts': { ...own, input: ({ channelId }) => ({ channelId, ...page }) },
  'news.post': { ...own, input: ({ postId }) => ({ id: postId }) },
  'news.createPost': { ...own, input: ({ channelId }) => ({ channelId, title: 'A draft' }) },
  'news.updatePost': { ...own, input: ({ postId }) => ({ postId, title: 'Chains from October on' }) },
  'news.deletePost': { ...own, input: ({ company }) => ({ id: company.id }) },
  'news.restorePost': { ...own, input: ({ postId }) => ({ id: postId }) },
  'news.preview': { ...own, input: () => ({ body: { type: 'doc', content: [{ type: 'paragraph' }] } }) },
  'news.uploadImage': { ...own, input: ({ channelId }) => ({ channelId }) },
  'memberNews.channels': { ...own, amongDrivers: true, input: nothing },
  'memberNews.join': { ...own, amongDrivers: true, input: ({ channelId }) => ({ id: channelId }) },
  'memberNews.leave': { ...own, amongDrivers: true, input: ({ channelId }) => ({ id: channelId }) },
  'memberNews.feed': { ...own, amongDrivers: true, input: () => page },
  'memberNews.post': { ...own, amongDrivers: true, input: ({ postId }) => ({ id: postId }) },
  'memberNews.subscribed': { ...own, amongDrivers: true, input: () => page },
  'memberNews.channel': { ...own, amongDrivers: true, input: ({ channelId }) => ({ id: channelId }) },
  'memberNews.channelPosts': { ...own, amongDrivers: true, input: ({ channelId }) => ({ channelId, ...page }) },
  'memberNews.open': { ...own, amongDrivers: true, input: ({ postId }) => ({ id: postId }) },
  'memberNews.view': { ...own, amongDrivers: true, input: ({ postId }) => ({ id: postId }) },

  'gallery.albums': { ...own, isPublic: true, input: () => page },
  'gallery.createAlbum': { ...own, isPublic: true, input: () => ({ title: 'An album' }) },
  'gallery.deleteAlbum': { ...own, isPublic: true, input: () => ({ id: 'unknown-id' }) },
  'public.search': { ...own, isPublic: true, input: () => page },
  'public.job': { ...own, isPublic: true, input: ({ job }) => ({ id: job.id }) },
};
