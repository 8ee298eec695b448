/** A backup or a restore that cannot be done as asked; the message says why and what to do. */
export class BackupRefused extends Error {}
