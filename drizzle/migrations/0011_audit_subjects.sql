DROP INDEX "audit_log_subject_index";--> statement-breakpoint
CREATE INDEX "audit_log_subject_type_index" ON "audit_log" USING btree ("subject_type","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_subject_index" ON "audit_log" USING btree (lower("subject_id"),"at" DESC NULLS FIRST);