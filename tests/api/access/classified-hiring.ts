import type { ClassifiedProcedure } from './classification.ts';
import { forgedLink, inAMonth, noInput, notFoundForStranger, own, page, proposal } from './inputs.ts';

/** The procedures of companies' work with applicants, and of drivers. */
export const classifiedHiring: Record<string, ClassifiedProcedure> = {
  'applicants.list': { ...notFoundForStranger, input: ({ job }) => ({ id: job.id, ...page }) },
  'applicants.candidates': { ...notFoundForStranger, input: ({ job }) => ({ id: job.id, ...page, distanceLimit: true }) },
  'applicants.candidateAreas': { ...notFoundForStranger, input: ({ job }) => ({ id: job.id }) },
  'applicants.invite': { ...notFoundForStranger, input: ({ job, candidateId }) => ({ jobId: job.id, userId: candidateId }) },
  'applicants.distances': { ...notFoundForStranger, input: ({ job }) => ({ id: job.id }) },
  'applicants.get': { ...notFoundForStranger, input: ({ applicationId }) => ({ id: applicationId }) },
  'applicants.export': { ...notFoundForStranger, input: ({ job }) => ({ id: job.id }) },
  'applicants.rate': {
    ...notFoundForStranger,
    input: ({ job, applicationId }) => ({ jobId: job.id, applicantId: applicationId, rating: 4 }),
  },
  'applicants.tag': {
    ...notFoundForStranger,
    input: ({ job, applicationId }) => ({ jobId: job.id, applicantId: applicationId, text: 'Call' }),
  },
  'applicants.deleteTags': {
    ...notFoundForStranger,
    input: ({ job, applicationId }) => ({ jobId: job.id, applicantId: applicationId, cleanAll: true }),
  },

  'reports.hiring': { ...notFoundForStranger, input: ({ company, job }) => ({ companyId: company.id, jobId: job.id }) },
  'reports.hiringJobs': { ...notFoundForStranger, input: ({ company }) => ({ companyId: company.id, ...page }) },
  'reports.exportHiring': { ...notFoundForStranger, input: ({ company }) => ({ companyId: company.id }) },

  'hiring.search': { ...notFoundForStranger, input: ({ company }) => ({ companyId: company.id, ...page }) },
  'hiring.stageCounts': { ...notFoundForStranger, input: ({ company }) => ({ companyId: company.id }) },
  'hiring.export': { ...notFoundForStranger, input: ({ company }) => ({ companyId: company.id }) },
  'hiring.questions': { ...notFoundForStranger, input: ({ company }) => ({ companyId: company.id }) },
  'hiring.colleagues': { ...notFoundForStranger, input: ({ company }) => ({ companyId: company.id }) },
  'hiring.today': { ...notFoundForStranger, input: ({ company }) => ({ companyId: company.id }) },
  'hiring.page': { ...notFoundForStranger, input: ({ applicationId }) => ({ id: applicationId }) },
  'hiring.timeline': { ...notFoundForStranger, input: ({ applicationId }) => ({ applicantId: applicationId, ...page }) },
  'hiring.markViewed': { ...notFoundForStranger, input: ({ applicationId }) => ({ id: applicationId }) },
  'hiring.moveStage': {
    ...notFoundForStranger,
    input: ({ applicationId }) => ({ applicantId: applicationId, stage: 'reviewed' }),
  },
  'hiring.assignOwner': { ...notFoundForStranger, input: ({ applicationId }) => ({ applicantId: applicationId, ownerId: null }) },
  'hiring.countSelection': { ...notFoundForStranger, input: ({ company }) => ({ companyId: company.id, all: true }) },
  'hiring.changeMany': {
    ...notFoundForStranger,
    input: ({ company, applicationId }) => ({ companyId: company.id, ids: [applicationId], tag: 'Aardvark tag' }),
  },
  'hiring.addNote': { ...notFoundForStranger, input: ({ applicationId }) => ({ applicantId: applicationId, text: 'A note' }) },
  'hiring.editNote': { ...notFoundForStranger, input: ({ noteId }) => ({ id: noteId, text: 'Another note' }) },
  'hiring.deleteNote': { ...notFoundForStranger, input: ({ noteId }) => ({ id: noteId }) },
  'hiring.logCall': {
    ...notFoundForStranger,
    input: ({ applicationId }) => ({ applicantId: applicationId, outcome: 'reached' }),
  },
  'hiring.merge': {
    ...notFoundForStranger,
    input: ({ applicationId, otherApplicationId }) => ({ applicantId: applicationId, duplicateId: otherApplicationId }),
  },
  'hiring.savedViews': { ...notFoundForStranger, input: ({ company }) => ({ companyId: company.id }) },
  'hiring.saveView': { ...notFoundForStranger, input: ({ company }) => ({ companyId: company.id, name: 'Mine', search: {} }) },
  'hiring.deleteView': { ...notFoundForStranger, input: ({ viewId }) => ({ id: viewId }) },
  'hiring.stages': { ...notFoundForStranger, input: ({ company }) => ({ companyId: company.id }) },
  'hiring.updateStages': {
    ...notFoundForStranger,
    input: ({ company }) => ({
      companyId: company.id,
      stages: ['reviewed', 'contacted', 'interview', 'offer'].map((stage) => ({ stage })),
      tellsNotSelected: false,
    }),
  },

  'drivers.profile': { ...own, input: noInput },
  'drivers.updateProfile': { ...own, input: () => ({ phone: '4025550111' }) },
  'drivers.applyTo': { ...own, input: ({ job }) => ({ id: job.id }) },
  'drivers.applications': { ...own, isDriverOwned: true, input: () => page },
  'drivers.matchingJobs': { ...own, isPublic: true, input: () => page },
  'drivers.savedJobs': { ...own, isDriverOwned: true, input: () => page },
  'drivers.savedJobIds': { ...own, isDriverOwned: true, input: noInput },
  'drivers.saveJob': { ...own, isPublic: true, input: ({ job }) => ({ jobId: job.id }) },
  'drivers.unsaveJob': { ...own, isPublic: true, input: ({ job }) => ({ jobId: job.id }) },
  'drivers.live': { ...own, isDriverOwned: true, input: noInput },
  'drivers.deleteAccount': { ...own, isDriverOwned: true, deletesAccount: true, input: noInput },
  'drivers.withdraw': { ...notFoundForStranger, isDriverOwned: true, input: ({ applicationId }) => ({ id: applicationId }) },

  'followUps.list': { ...notFoundForStranger, input: ({ company }) => ({ companyId: company.id, ...page }) },
  'followUps.ofApplicant': { ...notFoundForStranger, input: ({ applicationId }) => ({ applicantId: applicationId }) },
  'followUps.add': {
    ...notFoundForStranger,
    input: ({ applicationId }) => ({ applicantId: applicationId, task: 'Call', dueOn: inAMonth() }),
  },
  'followUps.update': { ...notFoundForStranger, input: ({ followUpId }) => ({ id: followUpId, isDone: true }) },
  'followUps.delete': { ...notFoundForStranger, input: ({ followUpId }) => ({ id: followUpId }) },

  'interviews.list': { ...notFoundForStranger, input: ({ company }) => ({ companyId: company.id, ...page }) },
  'interviews.busyTimes': { ...own, input: noInput },
  'interviews.ofApplicant': { ...notFoundForStranger, input: ({ applicationId }) => ({ applicantId: applicationId }) },
  'interviews.propose': { ...notFoundForStranger, input: ({ applicationId }) => ({ applicantId: applicationId, ...proposal() }) },
  'interviews.cancel': { ...notFoundForStranger, input: ({ interviewId }) => ({ id: interviewId }) },
  'interviews.setNoShow': { ...notFoundForStranger, input: ({ interviewId }) => ({ id: interviewId, isNoShow: true }) },
  // Whoever has the link may answer, so a stranger only knows the application's id (`tests/api/applicants/interview-links.test.ts`).
  'interviews.ofLink': { ...own, input: ({ applicationId }) => ({ token: forgedLink(applicationId) }) },
  'interviews.chooseByLink': {
    ...own,
    input: ({ applicationId, interviewId, interviewTime }) => ({
      token: forgedLink(applicationId),
      id: interviewId,
      time: interviewTime.toISOString(),
    }),
  },
  'interviews.declineByLink': {
    ...own,
    input: ({ applicationId, interviewId }) => ({ token: forgedLink(applicationId), id: interviewId }),
  },
  'interviews.mine': { ...own, isDriverOwned: true, input: () => page },
  'interviews.choose': {
    ...notFoundForStranger,
    isDriverOwned: true,
    input: ({ interviewId, interviewTime }) => ({ id: interviewId, time: interviewTime.toISOString() }),
  },
  'interviews.decline': { ...notFoundForStranger, isDriverOwned: true, input: ({ interviewId }) => ({ id: interviewId }) },

  'messages.conversations': { ...notFoundForStranger, input: ({ company }) => ({ companyId: company.id, ...page }) },
  'messages.unreadCount': { ...notFoundForStranger, input: ({ company }) => ({ companyId: company.id }) },
  'messages.ofApplicant': { ...notFoundForStranger, input: ({ applicationId }) => ({ applicantId: applicationId, ...page }) },
  'messages.attachment': { ...notFoundForStranger, input: ({ attachmentId }) => ({ id: attachmentId }) },
  'messages.markRead': {
    ...notFoundForStranger,
    ownCompany: true,
    forbidsImpersonation: true,
    input: ({ applicationId }) => ({ applicantId: applicationId, lastMessageId: applicationId }),
  },
  'messages.texting': { ...notFoundForStranger, input: ({ applicationId }) => ({ applicantId: applicationId }) },
  'messages.send': { ...notFoundForStranger, input: ({ applicationId }) => ({ applicantId: applicationId, body: 'Hello' }) },
  'messages.suggestReply': { ...notFoundForStranger, input: ({ applicationId }) => ({ applicantId: applicationId }) },
  'messages.sendMany': {
    ...notFoundForStranger,
    input: ({ company, applicationId }) => ({
      companyId: company.id,
      ids: [applicationId],
      body: 'Hello',
      key: 'of-access-test',
    }),
  },
  'messages.batch': { ...notFoundForStranger, input: ({ batchId }) => ({ id: batchId }) },
  'messages.cancelBatch': { ...notFoundForStranger, input: ({ batchId }) => ({ id: batchId }) },
  'messages.templates': { ...notFoundForStranger, input: ({ company }) => ({ companyId: company.id }) },
  'messages.saveTemplate': {
    ...notFoundForStranger,
    input: ({ company }) => ({ companyId: company.id, name: 'Call', body: 'Call me' }),
  },
  'messages.deleteTemplate': { ...notFoundForStranger, input: ({ templateId }) => ({ id: templateId }) },
  'messages.mine': { ...own, isDriverOwned: true, input: () => page },
  'messages.myUnreadCount': { ...own, input: noInput },
  'messages.myConversation': {
    ...notFoundForStranger,
    isDriverOwned: true,
    input: ({ conversationId }) => ({ id: conversationId }),
  },
  'messages.myMessages': {
    ...notFoundForStranger,
    isDriverOwned: true,
    input: ({ conversationId }) => ({ id: conversationId, ...page }),
  },
  'messages.myAttachment': { ...notFoundForStranger, isDriverOwned: true, input: ({ attachmentId }) => ({ id: attachmentId }) },
  'messages.markMyRead': {
    ...notFoundForStranger,
    isDriverOwned: true,
    input: ({ conversationId }) => ({ id: conversationId, lastMessageId: conversationId }),
  },
  'messages.textConsent': { ...own, input: noInput },
  'messages.setTextConsent': { ...own, isDriverOwned: true, input: () => ({ hasAgreed: false }) },
  'messages.reply': {
    ...notFoundForStranger,
    isDriverOwned: true,
    input: ({ conversationId }) => ({ id: conversationId, body: 'Hello' }),
  },
};
