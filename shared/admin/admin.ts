/** Request and answer schemas for the administrators' screens: the people who run the product, and the drivers who applied. */
import * as z from 'zod/mini';
import { adminRoles } from '#shared/access/authority.ts';
import { emailField, idField, nameField, passwordField, phoneDigitsField } from '#shared/fields.ts';
import { pageFields, pageOf, searchSchema } from '#shared/lists/list.ts';

const roleField = z.enum(adminRoles, 'Choose a role');

export const adminSchema = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  /** The account's highest role. */
  role: roleField,
  status: z.enum(['Active', 'Locked']),
  createdAt: z.date(),
  updatedAt: z.date(),
  version: z.int(),
});
export type Admin = z.infer<typeof adminSchema>;
export const adminPageSchema = pageOf(adminSchema);
export const adminSearchSchema = z.extend(searchSchema, pageFields());

export const createAdminSchema = z.object({
  email: emailField,
  firstName: nameField,
  lastName: nameField,
  password: passwordField,
  role: roleField,
});
export type CreateAdmin = z.infer<typeof createAdminSchema>;

export const updateAdminSchema = z.object({
  id: idField,
  firstName: z.optional(nameField),
  lastName: z.optional(nameField),
  role: z.optional(roleField),
  version: z.optional(z.int()),
});
export type UpdateAdmin = z.infer<typeof updateAdminSchema>;
export const editAdminFormSchema = z.object({ firstName: nameField, lastName: nameField, role: roleField });

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

/** An employer's account, edited by an administrator. Absent fields stay unchanged. */
export const editEmployerSchema = z.object({
  id: idField,
  firstName: z.optional(nameField),
  lastName: z.optional(nameField),
  phone: z.optional(phoneDigitsField),
  /** Takes effect once the new address is verified. */
  email: z.optional(emailField),
});
export type EditEmployer = z.infer<typeof editEmployerSchema>;

/** Without a session id, every session of the account ends. */
export const endSessionsSchema = z.object({ id: idField, sessionId: z.optional(idField) });
