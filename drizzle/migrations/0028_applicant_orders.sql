CREATE INDEX "applications_distance_down_index" ON "applications" USING btree ("job_id","distance" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "applications_range_index" ON "applications" USING btree ("job_id","within_range","id") WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "applications_range_down_index" ON "applications" USING btree ("job_id","within_range" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "applications_operator_index" ON "applications" USING btree ("job_id","owner_operator","id") WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "applications_operator_down_index" ON "applications" USING btree ("job_id","owner_operator" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "applications_rating_index" ON "applications" USING btree ("job_id","rating","id") WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "applications_rating_down_index" ON "applications" USING btree ("job_id","rating" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE withdrawn_at is null;