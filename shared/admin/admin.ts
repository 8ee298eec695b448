/** Request and answer schemas for the administrators' screens: the people who run the product, and the drivers who applied. */
import * as z from 'zod/mini';
import { type AdminRole, adminRoles, roleLabels } from '#shared/access/authority.ts';
import { updateEmployerSchema } from '#shared/accounts/auth.ts';
import { emailField, idField, passwordField } from '#shared/fields.ts';
import { pageFields, pageOf, searchSchema } from '#shared/lists/list.ts';
import { fullNameRule } from '#shared/names.ts';
import { propertyOf, type Field, nameFields } from '#shared/resource.ts';
import { text, type TextWriter } from '#shared/texts/texts.ts';

const roleField = z.enum(adminRoles, 'errors.chooseARole');

/** The fields of an admin. `shared/jobs/job-fields.ts` explains the properties. */
export const adminFields = {
  ...nameFields,
  role: {
    label: text('common.role'),
    input: 'own',
    request: roleField,
    answer: roleField,
    formSchema: roleField,
    empty: null as AdminRole | null,
    text: (role: AdminRole, write: TextWriter) => write(roleLabels[role]),
  },
} satisfies Record<string, Field>;

export const adminSchema = z.object({
  id: z.string(),
  email: z.string(),
  /** Of several roles, the account’s highest one. */
  ...propertyOf(adminFields, 'answer'),
  fullName: z.string(),
  status: z.enum(['Active', 'Locked']),
  createdAt: z.date(),
  updatedAt: z.date(),
  version: z.int(),
});
export type Admin = z.infer<typeof adminSchema>;
export const adminPageSchema = pageOf(adminSchema);
export const adminSearchSchema = z.extend(searchSchema, pageFields());

export const createAdminSchema = z
  .object({
    email: emailField,
    ...propertyOf(adminFields, 'request'),
    password: passwordField,
  })
  .check(fullNameRule);
export type CreateAdmin = z.infer<typeof createAdminSchema>;

export const updateAdminSchema = z.object({
  id: idField,
  ...z.partial(z.object(propertyOf(adminFields, 'request'))).shape,
  version: z.optional(z.int()),
});
export type UpdateAdmin = z.infer<typeof updateAdminSchema>;

/** A driver who applied to at least one job. */
export const applicantUserSchema = z.object({
  id: z.string(),
  fullName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  /** The number of jobs applied to, including withdrawn applications. */
  applications: z.int(),
  status: z.enum(['Active', 'Locked']),
  createdAt: z.date(),
});
export type ApplicantUser = z.infer<typeof applicantUserSchema>;
export const applicantUserPageSchema = pageOf(applicantUserSchema);
export const applicantUserSearchSchema = z.extend(searchSchema, pageFields());

export const sentApplicationSchema = z.object({
  id: z.string(),
  jobId: z.string(),
  title: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  applicationAt: z.date(),
  withdrawnAt: z.nullable(z.date()),
});
export type SentApplication = z.infer<typeof sentApplicationSchema>;
export const sentApplicationPageSchema = pageOf(sentApplicationSchema);
export const sentApplicationsSchema = z.object({ id: idField, ...pageFields() });

export const accountIdSchema = z.object({ id: idField });

/** An employer’s account, edited by an administrator. Absent fields stay unchanged. */
export const editEmployerSchema = z.extend(updateEmployerSchema, { id: idField });
export type EditEmployer = z.infer<typeof editEmployerSchema>;

/** Without a session id, every session of the account ends. */
export const endSessionsSchema = z.object({ id: idField, sessionId: z.optional(idField) });
