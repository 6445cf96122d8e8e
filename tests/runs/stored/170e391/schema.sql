CREATE TABLE runs (
	id VARCHAR(40) NOT NULL, 
	parent_id VARCHAR(40), 
	thread_id VARCHAR(80), 
	workspace VARCHAR(60) NOT NULL, 
	status VARCHAR(20) NOT NULL, 
	question TEXT NOT NULL, 
	plan_origin VARCHAR(20), 
	confidence FLOAT, 
	grounding FLOAT, 
	ms FLOAT NOT NULL, 
	created_at VARCHAR(40) NOT NULL, 
	owner VARCHAR(120) NOT NULL, 
	header JSON NOT NULL, 
	PRIMARY KEY (id)
);
CREATE INDEX runs_newest ON runs (workspace, created_at);
CREATE INDEX runs_thread ON runs (thread_id, created_at);
CREATE TABLE run_stages (
	run_id VARCHAR(40) NOT NULL, 
	position INTEGER NOT NULL, 
	record JSON NOT NULL, 
	fields JSON NOT NULL, 
	PRIMARY KEY (run_id, position), 
	FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
);
