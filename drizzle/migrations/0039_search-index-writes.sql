ALTER INDEX "job_search_words_index" SET (fastupdate = false);--> statement-breakpoint
-- The setting does not add the changes that already wait.
SELECT gin_clean_pending_list('job_search_words_index');