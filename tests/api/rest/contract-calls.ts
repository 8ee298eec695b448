import { allRoles, type Role, roles } from '#shared/access/access.ts';

/**
 * The calls of the contract as data: method, path, the roles that may call it, and the names in its answer. Written by hand
 * and not derived from the route table, so that a call that is missing there is noticed here.
 */
const { superAdmin, admin, internalUser, companyAdmin, companyUser, newsAdmin, newsContributor, driver, adsAdmin } = roles;

const who = {
  anybody: allRoles,
  'signed-in': allRoles,
  employers: [companyAdmin, companyUser],
  'company admins': [companyAdmin],
  administrators: [superAdmin, admin],
  'employers and administrators': [companyAdmin, companyUser, superAdmin, admin],
  'company admins and administrators': [companyAdmin, superAdmin, admin],
  'the company portal': [companyAdmin, companyUser, internalUser, superAdmin, admin],
  'readers of news': [newsAdmin, newsContributor, internalUser, adsAdmin, superAdmin, admin],
  newsroom: [newsAdmin, newsContributor, superAdmin, admin],
  'ads people': [adsAdmin, superAdmin, admin],
  drivers: [driver],
} as const satisfies Record<string, readonly Role[]>;

export type CallerName = keyof typeof who;
export const rolesOf = (group: CallerName): readonly Role[] => who[group];

const tokens = 'accessToken refreshToken';
const login = `firstName lastName email phone ${tokens} termsAcceptedAt userRoles profileComplete timezone ssnLogin mustChangePassword redirect`;
const user = 'id firstName lastName email timezone profilePicture roles';
const employer = 'id company_id first_name last_name email phone email_to_verify email_verified';
const company =
  'company_name size street1 street2 city state postal_code employer_id id logo billing_type phone email email_to_verify ' +
  'email_verified coordinates latitude longitude blocked_users color_template created_at updated_at ' +
  'enable_requisite_numbers experienced_driver_filter sales_ref second_chance_company';
const companyItem = 'id company_name type billing_type phone created_at status total_active_jobs total_jobs';
const employee = 'id email company_id first_name last_name phone active created_at blocked';
const administrator = 'id email first_name last_name full_name created_at updated_at';
const log = 'at actor_id impersonated_id action subject ip';
const jobItem =
  'id employer_id title today_applicants total_applicants status posting_date next_billing_date expiration_date renewable ' +
  'auto_renew boost_active renewal_canceled_at renewal_cancellation_reason city state boost_remaining_days tags total_candidates';
const job =
  'id title job_type cdl_class additional_experience home_time required_experience job_description drive_unload driver_unload ' +
  'expected_pay salary_type signon_bonus starting_bonus benefits endorsements street1 city state postal_code country ' +
  'coordinates cost addons video_url';
const applicant =
  'id first_name last_name phone application_at years_of_experience distance cdl_status city email work_experiences ' +
  'birthdate postal_code state within_range owner_operator tags street1 street2 endorsements';
const card = 'card_type expiration_date card_holder_name masked_number';
const charge = 'status invoice_custom_id amount transaction_id';
const invoice = 'invoice_custom_id amount status payment_method billing_date lines';
const channel = 'id channel_type name description is_active created_at updated_at';
const post =
  'id channel_id title body body_html full_resolution_thumbnail small_resolution_thumbnail is_active created_at updated_at ' +
  'views user_id thumbnail';
const ad = 'id title advertiser image_url video_url link_url placement starts_at ends_at is_active impressions clicks';
const adSettings = 'rotation_seconds max_per_page members_enabled jobs_enabled';
const publicJob = 'id title company_name job_type city state';
const profile =
  'first_name last_name phone street1 street2 city state postal_code birthdate cdl_status years_of_experience ' +
  'work_experiences endorsements owner_operator home_time expected_pay completeness';

/**
 * In the order of the test, which applies to a job before closing it. Method and path · roles · names in `data` (for a
 * list, in each item).
 */
export const calls: readonly (readonly [call: string, who: CallerName, answer: string])[] = [
  ['POST /auth/login', 'anybody', login],
  ['POST /auth/login/social', 'anybody', tokens],
  ['POST /auth/login/impersonate', 'administrators', `firstName lastName ${tokens}`],
  ['POST /auth/logout', 'anybody', ''],
  ['POST /auth/signup', 'anybody', 'id'],
  ['POST /auth/refresh', 'anybody', tokens],
  ['POST /auth/change-password', 'signed-in', ''],
  ['POST /auth/token-password', 'anybody', ''],
  ['POST /auth/verify-token-password', 'anybody', 'valid'],
  ['POST /auth/reset-password', 'anybody', ''],
  ['POST /auth/validate-employer-email', 'anybody', 'emailExists roles missingRole'],
  ['POST /auth/email-check-token', 'anybody', 'token'],
  ['POST /auth/verify-email', 'anybody', ''],
  ['POST /auth/resend-verification', 'signed-in', ''],
  ['POST /auth/accept-terms', 'signed-in', 'terms_accepted_at'],
  ['GET /user', 'signed-in', user],
  ['PATCH /user', 'signed-in', user],
  ['GET /employer', 'employers', employer],
  ['PATCH /employer', 'employers', employer],
  ['DELETE /member', 'drivers', 'id'],
  ['POST /lead/invite', 'signed-in', 'invitation_link default_text'],
  ['POST /contact', 'employers and administrators', 'id'],

  ['POST /companies', 'employers and administrators', company],
  ['POST /admin/companies', 'administrators', company],
  ['GET /companies/{id}', 'the company portal', company],
  ['PATCH /companies/{id}', 'company admins and administrators', company],
  ['PATCH /companies', 'company admins and administrators', company],
  ['POST /companies/search', 'administrators', companyItem],
  ['PATCH /admin/companies/{id}/status', 'administrators', company],
  ['POST /companies/logo', 'employers and administrators', 'url file_name'],
  ['GET /companies/logo/{fileName}', 'signed-in', 'url'],
  ['GET /companies/tags', 'the company portal', 'id text'],
  ['POST /companies/tag', 'employers and administrators', 'id text'],
  ['DELETE /companies/tag/{id}', 'employers and administrators', 'id'],
  ['GET /companies/{id}/employers', 'the company portal', employee],
  ['GET /admin/companies/{id}/employers', 'the company portal', employee],
  ['GET /employees', 'the company portal', employee],
  ['POST /employees', 'company admins and administrators', employee],
  ['PATCH /employees/{id}', 'company admins and administrators', employee],
  ['POST /employees/password', 'company admins and administrators', ''],
  ['POST /companies/{id}/employers', 'company admins and administrators', employee],
  ['POST /admin/admins', 'administrators', administrator],
  ['POST /admin/admins/search', 'administrators', administrator],
  ['GET /admin/get-admins', 'administrators', administrator],
  ['POST /admin/get-admins', 'administrators', administrator],
  ['POST /admin/employers/change-password', 'administrators', ''],
  ['GET /admin/employer/{id}', 'administrators', employer],
  ['PATCH /admin/employer/{id}', 'administrators', employer],
  ['PATCH /admin/users/{id}/status', 'administrators', 'id status'],
  ['POST /admin/applicants/search', 'administrators', 'id full_name email phone city state applications created_at'],
  ['POST /admin/contact_review_job', 'employers and administrators', 'id'],
  ['GET /admin/audit', 'administrators', log],
  ['POST /admin/audit/search', 'administrators', log],

  ['POST /jobs', 'the company portal', 'jobs_post_token jobs'],
  ['GET /jobs/{id}', 'the company portal', job],
  ['PATCH /jobs/{id}', 'the company portal', job],
  ['PATCH /jobs/{id}/addresses', 'the company portal', job],
  ['GET /jobs', 'the company portal', jobItem],
  ['POST /jobs/search', 'the company portal', jobItem],
  ['PATCH /jobs/{id}/cancel', 'the company portal', jobItem],
  ['POST /jobs/{id}/duplicate', 'the company portal', 'id'],
  ['GET /jobs/{id}/statistics', 'the company portal', 'views applications candidates hyperlink_clicks by_day'],
  ['POST /jobs/{id}/addons', 'the company portal', 'addon_type cost'],
  ['PATCH /jobs/{id}/addons', 'the company portal', 'addon_type cost'],
  ['GET /jobs/addons/costs', 'the company portal', 'addon_id addon_type cost'],
  ['POST /jobs/{id}/boost', 'employers', jobItem],
  ['POST /admin/jobs/{id}/boost', 'administrators', jobItem],
  ['POST /jobs/{id}/tag', 'the company portal', 'id text'],
  ['DELETE /jobs/tag/{id}', 'the company portal', 'id'],
  ['DELETE /jobs/{id}/tag', 'the company portal', 'id'],
  ['GET /jobs/{id}/applicants', 'the company portal', applicant],
  ['POST /jobs/{id}/applicants/search', 'the company portal', applicant],
  ['POST /jobs/applicants/tag', 'employers and administrators', applicant],
  ['POST /jobs/{id}/applicants/delete-tags', 'employers and administrators', applicant],
  [
    'GET /jobs/{id}/candidates',
    'the company portal',
    'user_id string_experience distance cdl_status job_matching work_experiences years_of_experience city',
  ],
  ['POST /admin/jobs/{id}/disable', 'administrators', jobItem],
  ['POST /admin/jobs/{id}/enable', 'administrators', jobItem],
  ['GET /public/jobs', 'anybody', publicJob],
  ['GET /public/jobs/{id}', 'anybody', publicJob],
  ['GET /member/applications', 'drivers', 'id'],
  ['DELETE /member/applications/{id}', 'drivers', 'id'],
  ['POST /jobs/{id}/apply', 'drivers', 'id'],
  ['POST /jobs/multimedia/upload', 'the company portal', 'url id upload_id part_number etag'],
  ['DELETE /jobs/multimedia/delete/{id}', 'the company portal', 'id'],

  ['POST /payment/company/billing', 'company admins', card],
  ['GET /payment/company/billing', 'the company portal', card],
  ['POST /payment/company/invoice/charge', 'employers', charge],
  ['POST /payment/invoice/renewal', 'employers', charge],
  ['POST /payment/employer/job/addons', 'employers', charge],
  ['POST /payment/employer/job/invoice', 'the company portal', 'id amount status transaction_id billing_date'],
  ['GET /payment/company/invoice', 'the company portal', invoice],
  ['GET /payment/company/history', 'the company portal', 'id title auto_renew billing_date created_at payment_method addons'],
  ['POST /payment/company/billing/payment-receipt', 'the company portal', 'url'],
  ['PATCH /admin/invoices/{id}', 'administrators', invoice],

  ['POST /news/channels/search', 'readers of news', channel],
  ['POST /news/channels', 'newsroom', channel],
  ['GET /news/channels/{id}', 'readers of news', channel],
  ['PATCH /news/channels/{id}', 'newsroom', channel],
  ['DELETE /news/channels/{id}', 'newsroom', 'id'],
  ['POST /news/channels/{id}/join', 'drivers', channel],
  ['POST /news/channels/{id}/leave', 'drivers', channel],
  ['POST /news/channels/{id}/posts/search', 'readers of news', post],
  ['GET /news/channels/{id}/posts', 'readers of news', post],
  ['POST /news/channels/{id}/posts', 'newsroom', post],
  ['POST /news/channels/{id}/upload-image', 'newsroom', 'image_url'],
  ['GET /news/posts/{id}', 'readers of news', post],
  ['PATCH /news/posts/{id}', 'newsroom', post],
  ['PATCH /news/channels/posts/{id}', 'newsroom', post],
  ['DELETE /news/posts/{id}', 'newsroom', 'id'],
  ['POST /ads/search', 'ads people', ad],
  ['POST /ads', 'ads people', ad],
  ['GET /ads/settings', 'ads people', adSettings],
  ['PATCH /ads/settings', 'ads people', adSettings],
  ['GET /ads/{id}', 'ads people', ad],
  ['PATCH /ads/{id}', 'ads people', ad],
  ['DELETE /ads/{id}', 'ads people', 'id'],
  ['POST /ads/multimedia/upload', 'ads people', 'url id upload_id part_number etag'],
  ['DELETE /ads/multimedia/delete/{id}', 'ads people', 'id'],
  ['GET /albums', 'anybody', 'id title'],
  ['POST /albums', 'anybody', 'id title'],
  ['DELETE /albums/{id}', 'anybody', 'id'],

  ['GET /member/profile', 'drivers', profile],
  ['PATCH /member/profile', 'drivers', profile],
  ['POST /jobs/{id}/close', 'the company portal', jobItem],
];

/** Calls that create something answer 201, all others 200 (`docs/product/rest.md#created-resources`). */
export const creatingPaths: readonly string[] = (
  '/auth/signup /companies /admin/companies /employees /companies/{id}/employers /admin/admins /jobs /jobs/{id}/duplicate ' +
  '/jobs/{id}/apply /companies/tag /jobs/{id}/tag /news/channels /news/channels/{id}/posts /ads /albums /contact ' +
  '/admin/contact_review_job'
)
  .split(' ')
  .map((path) => `POST ${path}`);
