-- Renames are for before release 0.2.0 only (docs/operations.md#change-tables-without-downtime).
ALTER TABLE invitations RENAME TO recommendations;
--> statement-breakpoint
ALTER TABLE recommendations RENAME COLUMN inviter_id TO recommender_id;
--> statement-breakpoint
ALTER TABLE recommendations RENAME CONSTRAINT invitations_pkey TO recommendations_pkey;
--> statement-breakpoint
ALTER TABLE recommendations RENAME CONSTRAINT invitations_inviter_id_users_id_fk TO recommendations_recommender_id_users_id_fk;
--> statement-breakpoint
ALTER TABLE recommendations RENAME CONSTRAINT invitations_accepted_by_users_id_fk TO recommendations_accepted_by_users_id_fk;
--> statement-breakpoint
ALTER INDEX invitations_inviter_email_key RENAME TO recommendations_recommender_email_key;
--> statement-breakpoint
ALTER INDEX invitations_email_index RENAME TO recommendations_email_index;
--> statement-breakpoint
ALTER INDEX invitations_accepted_by_index RENAME TO recommendations_accepted_by_index;
--> statement-breakpoint
ALTER TABLE ad_sightings RENAME TO ad_events;
--> statement-breakpoint
ALTER TABLE ad_events RENAME CONSTRAINT ad_sightings_ad_id_viewer_turn_at_kind_pk TO ad_events_ad_id_viewer_turn_at_kind_pk;
--> statement-breakpoint
ALTER TABLE ad_events RENAME CONSTRAINT ad_sightings_ad_id_ads_id_fk TO ad_events_ad_id_ads_id_fk;
--> statement-breakpoint
ALTER INDEX ad_sightings_at_index RENAME TO ad_events_at_index;
--> statement-breakpoint
ALTER TABLE contacts RENAME TO support_threads;
--> statement-breakpoint
ALTER TABLE support_threads RENAME CONSTRAINT contacts_pkey TO support_threads_pkey;
--> statement-breakpoint
ALTER TABLE support_threads RENAME CONSTRAINT contacts_status_check TO support_threads_status_check;
--> statement-breakpoint
ALTER TABLE support_threads RENAME CONSTRAINT contacts_company_id_companies_id_fk TO support_threads_company_id_companies_id_fk;
--> statement-breakpoint
ALTER TABLE support_threads RENAME CONSTRAINT contacts_job_id_jobs_id_fk TO support_threads_job_id_jobs_id_fk;
--> statement-breakpoint
ALTER TABLE support_threads RENAME CONSTRAINT contacts_created_by_users_id_fk TO support_threads_created_by_users_id_fk;
--> statement-breakpoint
ALTER INDEX contacts_newest_index RENAME TO support_threads_newest_index;
--> statement-breakpoint
ALTER INDEX contacts_status_index RENAME TO support_threads_status_index;
--> statement-breakpoint
ALTER INDEX contacts_company_index RENAME TO support_threads_company_index;
--> statement-breakpoint
ALTER INDEX contacts_job_index RENAME TO support_threads_job_index;
--> statement-breakpoint
ALTER TABLE contact_messages RENAME TO support_messages;
--> statement-breakpoint
ALTER TABLE support_messages RENAME COLUMN contact_id TO thread_id;
--> statement-breakpoint
ALTER TABLE support_messages RENAME CONSTRAINT contact_messages_pkey TO support_messages_pkey;
--> statement-breakpoint
ALTER TABLE support_messages RENAME CONSTRAINT contact_messages_contact_id_contacts_id_fk TO support_messages_thread_id_support_threads_id_fk;
--> statement-breakpoint
ALTER TABLE support_messages RENAME CONSTRAINT contact_messages_author_id_users_id_fk TO support_messages_author_id_users_id_fk;
--> statement-breakpoint
ALTER INDEX contact_messages_thread_index RENAME TO support_messages_thread_index;
