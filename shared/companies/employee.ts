/** Employees: fields, request schemas and answer schemas. */
import * as z from 'zod/mini';
import { type EmployeeRole, employeeRoles, roleLabels } from '#shared/access/authority.ts';
import { accountStatusExplanations } from '#shared/accounts/account.ts';
import { passwordsMatch } from '#shared/accounts/auth.ts';
import { emailField, idField, passwordField } from '#shared/fields.ts';
import { pageFields, pageOf, searchSchema } from '#shared/lists/list.ts';
import { fullNameRule } from '#shared/names.ts';
import { firstChoice, propertyOf, type Field, nameFields, officePhoneFields } from '#shared/resource.ts';
import { type Text, text, type TextWriter } from '#shared/texts/texts.ts';

const roleField = z.enum(employeeRoles, 'errors.chooseARole');

/** The fields of an employee that a company edits. `shared/jobs/job-fields.ts` explains the properties. */
export const employeeFields = {
  ...nameFields,
  ...officePhoneFields,
  role: {
    label: text('common.role'),
    hint: text('fields.roleHint'),
    input: 'own',
    request: roleField,
    answer: roleField,
    formSchema: roleField,
    empty: firstChoice<EmployeeRole>('Employer'),
    text: (role: EmployeeRole, write: TextWriter) => write(roleLabels[role]),
  },
} satisfies Record<string, Field>;

export const employeeSchema = z.object({
  /** The id of the account. */
  id: z.string(),
  email: z.string(),
  companyId: z.string(),
  ...propertyOf(employeeFields, 'answer'),
  active: z.boolean(),
  /** Whether the person was invited by email and has not joined yet. There is no password until then. */
  invited: z.boolean(),
  createdAt: z.date(),
  /** Whether an administrator locked the account. */
  blocked: z.boolean(),
  /** Send it back with a change, so that the change cannot overwrite someone else's. */
  version: z.int(),
});
export type Employee = z.infer<typeof employeeSchema>;
/** A person who already has an account and is invited to work here. `isOver` means that the link in the email has expired. */
export const invitedPersonSchema = z.extend(employeeSchema, { isOver: z.boolean() });
export type InvitedPerson = z.infer<typeof invitedPersonSchema>;
export const employeePageSchema = pageOf(employeeSchema);

/** The status in the list. A lock by an administrator comes before the company's own status. */
export const employeeStatuses = ['Active', 'Invited', 'Inactive', 'Locked'] as const;
export type EmployeeStatus = (typeof employeeStatuses)[number];

export const employeeStatusLabels: Readonly<Record<EmployeeStatus, Text>> = {
  Active: text('common.active'),
  Invited: text('common.invited'),
  Inactive: text('common.inactive'),
  Locked: text('common.locked'),
};

/** What a status means. Null if the word says it all. */
export const employeeStatusExplanations: Readonly<Record<EmployeeStatus, Text | null>> = {
  ...accountStatusExplanations,
  Invited: text('labels.personInvitedExplained'),
  Inactive: text('labels.personInactiveExplained'),
};

export function employeeStatusOf({ blocked, active, invited }: Pick<Employee, 'blocked' | 'active' | 'invited'>): EmployeeStatus {
  if (blocked) return 'Locked';
  if (!active) return 'Inactive';
  return invited ? 'Invited' : 'Active';
}

/** Without a company id, the caller's own company. The newest employee first by default. */
export const employeeListSchema = z.extend(searchSchema, { companyId: z.optional(idField), ...pageFields() });
export type EmployeeSearch = z.infer<typeof employeeListSchema>;

export const getEmployeeSchema = z.object({ id: idField });
/** An invited person by the id of the account. Without a company id, the caller's own company. */
export const invitedSchema = z.object({ id: idField, companyId: z.optional(idField) });
export const invitedListSchema = z.optional(z.object({ companyId: z.optional(idField) }));

/**
 * Adds an employee, either with a password that the employee must change at the first sign-in, or with an invitation by email.
 */
export const addEmployeeSchema = z
  .object({
    companyId: z.optional(idField),
    email: emailField,
    ...propertyOf(employeeFields, 'request'),
    role: z._default(roleField, 'Employer'),
    password: z.optional(passwordField),
    invite: z._default(z.boolean(), false),
    /** Accepted and ignored, because no one can consent for another person. */
    tnNewsletters: z._default(z.boolean(), false),
  })
  .check(
    z.refine((employee) => employee?.invite || Boolean(employee?.password), {
      path: ['password'],
      error: 'errors.passwordRequired',
      when: () => true,
    }),
    fullNameRule,
  );
export type AddEmployee = z.infer<typeof addEmployeeSchema>;

export const updateEmployeeSchema = z.object({
  id: idField,
  ...z.partial(z.object(propertyOf(employeeFields, 'request'))).shape,
  active: z.optional(z.boolean()),
  version: z.optional(z.int()),
});
export type UpdateEmployee = z.infer<typeof updateEmployeeSchema>;

export const employeePasswordSchema = z.object({ employeeId: idField, password: passwordField });
export type EmployeePassword = z.infer<typeof employeePasswordSchema>;

/** Days until an invitation expires. */
export const invitationDays = 7;
const tokenField = z.string().check(z.minLength(1), z.maxLength(200));
export const invitationTokenSchema = z.object({ token: tokenField });
export const invitationSchema = z.object({
  email: z.string(),
  firstName: z.string(),
  companyName: z.string(),
  /** True: the person signs in with an existing password and accepts. False: the person chooses a password. */
  hasAccount: z.boolean(),
});
export const joinCompanySchema = z.object({ token: tokenField, password: passwordField });
export const joinedSchema = z.object({ email: z.string() });
export const acceptedSchema = z.object({ redirect: z.string() });

const formFields = { ...propertyOf(employeeFields, 'formSchema'), email: emailField };
export const newEmployeeFormSchema = z.discriminatedUnion('method', [
  z.object({ ...formFields, method: z.literal('invite'), password: z.string() }),
  z.object({ ...formFields, method: z.literal('password'), password: passwordField }),
]);
export const passwordFormSchema = z.object({ password: passwordField });
export const joinFormSchema = z.object({ password: passwordField, confirmPassword: z.string() }).check(passwordsMatch);
